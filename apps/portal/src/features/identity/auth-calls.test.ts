import { describe, expect, it } from 'vitest'
import { authRefusal } from './auth-calls.ts'

describe('an answer of the identity service', () => {
  it.each([
    [401, 'INVALID_EMAIL_OR_PASSWORD', 'wrong-credentials'],
    [403, 'EMAIL_NOT_VERIFIED', 'not-verified'],
    [409, 'USERNAME_EXISTS', 'account-exists'],
    [401, 'INVALID_TOKEN', 'invalid-link'],
    [429, undefined, 'throttled'],
    [503, undefined, 'unreachable'],
    [500, 'SURPRISE', 'failed'],
  ])('%i %s means %s', (status, code, refusal) => {
    expect(authRefusal(status, code)).toBe(refusal)
  })
})
