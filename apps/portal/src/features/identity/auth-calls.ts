// The REST calls of signing in and up, and what each answer means.

import { accept, refuse, type Result } from '@farport/basics'

export type AuthRefusal =
  | 'wrong-credentials'
  | 'not-verified'
  | 'account-exists'
  | 'invalid-link'
  | 'invalid'
  | 'throttled'
  | 'unreachable'
  | 'failed'

type AuthAnswer = Promise<Result<undefined, AuthRefusal>>

export const auth = {
  signIn: (body: { email: string; password: string; rememberMe: boolean }): AuthAnswer => post('sign-in/email', body),
  signUp: (body: { email: string; password: string }): AuthAnswer => post('sign-up/email', body),
  sendVerification: (body: { email: string }): AuthAnswer => post('send-verification-email', body),
  openWelcome: (body: { token: string }): AuthAnswer => post('welcome/open', body),
  finishWelcome: (body: { email: string; password: string }): AuthAnswer => post('welcome', body),
  signOut: (): AuthAnswer => post('sign-out', {}),
}

/** By the codes that the identity service answers with; a status decides where there is no known code. */
const refusalByCode: Readonly<Record<string, AuthRefusal>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  EMAIL_NOT_VERIFIED: 'not-verified',
  USERNAME_EXISTS: 'account-exists',
  CONFLICT: 'account-exists',
  INVALID_TOKEN: 'invalid-link',
  NOT_FOUND: 'invalid-link',
  INVALID: 'invalid',
  INVALID_EMAIL: 'invalid',
  PASSWORD_TOO_SHORT: 'invalid',
  PASSWORD_TOO_LONG: 'invalid',
}

const refusalByStatus: Readonly<Record<number, AuthRefusal>> = {
  401: 'wrong-credentials',
  409: 'account-exists',
  429: 'throttled',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
}

export function authRefusal(status: number, code: unknown): AuthRefusal {
  const byCode = typeof code === 'string' ? refusalByCode[code] : undefined
  return byCode ?? refusalByStatus[status] ?? 'failed'
}

async function post(path: string, body: object): AuthAnswer {
  let response: Response
  try {
    response = await fetch(`/auth/v1/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(body),
    })
  } catch {
    // fetch throws only when no answer came at all.
    return refuse('unreachable')
  }
  return response.ok ? accept(undefined) : refuse(authRefusal(response.status, await codeOf(response)))
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
