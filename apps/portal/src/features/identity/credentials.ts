// The rules of an address and a password, as the person types them.

import type { MessageKey } from '../../i18n/messages.ts'

export const passwordLength = { min: 7, max: 64 } as const
export const emailLengthMax = 254

export interface SignUpForm {
  email: string
  password: string
  passwordAgain: string
  hasAcceptedTerms: boolean
}

export type FieldProblems = Partial<Record<keyof SignUpForm, MessageKey>>

/** Addresses are compared without regard to case and outer spaces. */
export function cleanEmail(text: string): string {
  return text.trim().toLowerCase()
}

export function emailProblem(text: string): MessageKey | undefined {
  const email = cleanEmail(text)
  if (email === '') return 'identity.emailMissing'
  const isAddress = email.length <= emailLengthMax && /^[^\s@]+@[^\s@]+$/.test(email)
  return isAddress ? undefined : 'identity.emailInvalid'
}

export function passwordProblem(password: string): MessageKey | undefined {
  if (password.length < passwordLength.min) return 'identity.passwordTooShort'
  if (password.length > passwordLength.max) return 'identity.passwordTooLong'
  return undefined
}

export function signUpProblems(form: SignUpForm): FieldProblems {
  return compact({
    email: emailProblem(form.email),
    password: passwordProblem(form.password),
    passwordAgain: form.password === form.passwordAgain ? undefined : 'identity.passwordsDiffer',
    hasAcceptedTerms: form.hasAcceptedTerms ? undefined : 'identity.termsMissing',
  })
}

function compact(problems: Record<keyof SignUpForm, MessageKey | undefined>): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}
