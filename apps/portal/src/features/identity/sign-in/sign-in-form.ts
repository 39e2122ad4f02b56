// The form of the sign-in: the address first, then the password. Pure.

import type { MessageKey } from '../../../i18n/messages.ts'
import { emailProblem } from '../credentials.ts'

export interface SignInForm {
  email: string
  password: string
  isRemembered: boolean
  /** `saml`: the organization of this address has a sign-in of its own. */
  step: 'email' | 'password' | 'saml'
  /** Where that sign-in is, when there is one. */
  samlUrl: string | undefined
}

/** What is wrong with the form as it stands; undefined when it may be sent. */
export function signInProblem({
  email,
  password,
  step,
}: Pick<SignInForm, 'email' | 'password' | 'step'>): MessageKey | undefined {
  if (email.trim() === '') return 'identity.missingCredentials'
  const emailWrong = emailProblem(email)
  if (emailWrong !== undefined) return emailWrong
  return step === 'password' && password === '' ? 'identity.missingCredentials' : undefined
}

/** Another address may sign in another way: what was found out about the last one does not count. */
export function withEmail(form: SignInForm, email: string): SignInForm {
  return { ...form, email, password: '', step: 'email', samlUrl: undefined }
}
