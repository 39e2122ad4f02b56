import { describe, expect, it } from 'vitest'
import { isRefusalCode, problemOfAnswer } from './auth-problem.ts'

describe('a refused call', () => {
  it.each([
    ['with a code of the contract', 401, { code: 'CODE_INVALID', message: 'No.' }, 'CODE_INVALID'],
    ['with a code that nobody knows', 400, { code: 'MAGIC', message: 'No.' }, 'FAILED'],
    ['with a name that every object has', 400, { code: 'constructor', message: 'No.' }, 'FAILED'],
    ['by a limit before the server', 429, undefined, 'THROTTLED'],
    ['by a proxy without a server', 502, '<html>', 'UNREACHABLE'],
    ['by a server at fault', 500, null, 'FAILED'],
  ])('%s', (_, status, body, code) => {
    expect(problemOfAnswer(status, body).code).toBe(code)
  })

  it('says how long to wait', () => {
    const body = { code: 'THROTTLED', message: 'Later.', retryAfterSeconds: 90 }
    expect(problemOfAnswer(429, body)).toEqual(body)
  })
})

it.each([
  ['PROVIDER_REFUSED', true],
  ['toString', false],
  [null, false],
])('%s in an address is a code: %s', (code, isOne) => {
  expect(isRefusalCode(code)).toBe(isOne)
})
