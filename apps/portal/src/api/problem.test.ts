import { CombinedError } from '@urql/core'
import { describe, expect, it } from 'vitest'
import { problemOf } from './problem.ts'

const answered = (status: number, ...errors: { message: string; extensions?: Record<string, unknown> }[]) =>
  new CombinedError({ graphQLErrors: errors, response: { status } })

describe('a failed call', () => {
  it.each([
    ['that never arrived', new CombinedError({ networkError: new Error('fetch failed') }), { kind: 'unreachable' }],
    ['that a gateway gave up on', answered(502), { kind: 'unreachable' }],
    ['without a session', answered(401), { kind: 'signed-out' }],
    [
      'whose session ended',
      answered(200, { message: 'x', extensions: { code: 'UNAUTHENTICATED' } }),
      { kind: 'signed-out' },
    ],
    ['too many', answered(429), { kind: 'throttled' }],
    [
      'that was refused',
      answered(200, { message: 'That device name is already in use.', extensions: { code: 'CONFLICT' } }),
      { kind: 'refused', code: 'CONFLICT', message: 'That device name is already in use.' },
    ],
    [
      'with errors of no known code',
      answered(200, { message: 'boom', extensions: { code: 'MAGIC' } }, { message: 'again' }),
      { kind: 'fault', message: 'boom', moreCount: 1 },
    ],
    ['with a status only', answered(500), { kind: 'fault', message: 'HTTP 500', moreCount: 0 }],
  ])('%s', (_, error, problem) => {
    expect(problemOf(error)).toEqual(problem)
  })
})
