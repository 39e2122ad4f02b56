// The rules of an address and a password, as the person types them.

import type { MessageKey } from '../../i18n/messages.ts'

export const passwordLength = { min: 7, max: 64 } as const
export const emailLengthMax = 254

export interface NewPassword {
  password: string
  passwordAgain: string
}

export interface SignUpForm extends NewPassword {
  email: string
  hasAcceptedTerms: boolean
}

type Problems<Form> = Partial<Record<keyof Form, MessageKey>>

/** Addresses are compared without regard to case. What no address contains comes along when one is pasted, and is left out. */
export function cleanEmail(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}\p{Cf}<>()[\]\\,;:"]/gu, '')
    .slice(0, emailLengthMax)
    .toLowerCase()
}

/** Codes come by mail and by phone, and are typed or pasted. */
export function cleanCode(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase()
}

export const codeLengthMin = 6
export const recoveryCodeLengthMin = 36

export function emailProblem(text: string): MessageKey | undefined {
  const email = cleanEmail(text)
  if (email === '') return 'identity.emailMissing'
  const isAddress = text.trim().length <= emailLengthMax && /^[^\s@]+@[^\s@]+$/.test(email)
  return isAddress ? undefined : 'identity.emailInvalid'
}

export function passwordProblem(password: string): MessageKey | undefined {
  if (password.length < passwordLength.min) return 'identity.passwordTooShort'
  if (password.length > passwordLength.max) return 'identity.passwordTooLong'
  return undefined
}

export function newPasswordProblems({ password, passwordAgain }: NewPassword): Problems<NewPassword> {
  return compact({
    password: passwordProblem(password),
    passwordAgain: password === passwordAgain ? undefined : 'identity.passwordsDiffer',
  })
}

export function signUpProblems(form: SignUpForm): Problems<SignUpForm> {
  return {
    ...compact({ email: emailProblem(form.email) }),
    ...newPasswordProblems(form),
    ...compact({ hasAcceptedTerms: form.hasAcceptedTerms ? undefined : 'identity.termsMissing' }),
  }
}

function compact<Key extends string>(problems: Record<Key, MessageKey | undefined>): Partial<Record<Key, MessageKey>> {
  const entries = Object.entries(problems).filter(([, problem]) => problem !== undefined)
  return Object.fromEntries(entries) as Partial<Record<Key, MessageKey>> // fewer of the same keys
}
