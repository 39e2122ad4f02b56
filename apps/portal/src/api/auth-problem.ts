// What a refused call under /auth/v1 says: a code of the contract, or one of our own where nothing of ours answered.

import type { AuthRefusalCode } from '@farport/contract'

/** The codes of the contract, and two of our own: no answer came, or none that the contract knows. */
export type AuthProblemCode = AuthRefusalCode | 'UNREACHABLE' | 'FAILED'

export interface AuthProblem {
  code: AuthProblemCode
  /** What the server says, in English, for those who look closer. The portal has a sentence of its own for each code. */
  message: string
  /** With THROTTLED. */
  retryAfterSeconds?: number
}

export function problemOfAnswer(status: number, body: unknown): AuthProblem {
  const code = isObject(body) ? body['code'] : undefined
  const message = isObject(body) && typeof body['message'] === 'string' ? body['message'] : ''
  const wait = isObject(body) ? body['retryAfterSeconds'] : undefined
  return {
    code: isRefusalCode(code) ? code : (codeByStatus[status] ?? 'FAILED'),
    message,
    ...(typeof wait === 'number' && wait > 0 ? { retryAfterSeconds: wait } : {}),
  }
}

/** Where something before our server answered: a proxy, a limit of requests. */
const codeByStatus: Readonly<Record<number, AuthProblemCode>> = {
  429: 'THROTTLED',
  502: 'UNREACHABLE',
  503: 'UNREACHABLE',
  504: 'UNREACHABLE',
}

/** Every code once: the compiler sees when one is missing. */
export const refusalCodes: Readonly<Record<AuthRefusalCode, true>> = {
  INVALID: true,
  INVALID_EMAIL: true,
  PASSWORD_TOO_SHORT: true,
  PASSWORD_TOO_LONG: true,
  INVALID_EMAIL_OR_PASSWORD: true,
  EMAIL_NOT_VERIFIED: true,
  USERNAME_EXISTS: true,
  INVALID_TOKEN: true,
  CHALLENGE_EXPIRED: true,
  CODE_INVALID: true,
  EMAIL_CODE_INVALID: true,
  BACKUP_CODE_INVALID: true,
  PHONE_INVALID: true,
  CAPTCHA_INVALID: true,
  PROOF_NEEDED: true,
  NOT_AVAILABLE: true,
  PROVIDER_REFUSED: true,
  PROVIDER_UNREACHABLE: true,
  PROVIDER_EMAIL_UNVERIFIED: true,
  PROVIDER_EMAIL_TAKEN: true,
  AUTHORIZATION_PENDING: true,
  SLOW_DOWN: true,
  ACCESS_DENIED: true,
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  CONFLICT: true,
  THROTTLED: true,
}

/** Also for codes in addresses: `?error=CODE` after a way through a provider. */
export function isRefusalCode(code: unknown): code is AuthRefusalCode {
  return typeof code === 'string' && Object.hasOwn(refusalCodes, code)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
