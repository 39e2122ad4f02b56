import { expect, it } from 'vitest'
import { parseSession } from './who-is-signed-in.ts'

const user = { id: 'a-1', email: 'ann@example.com', operator: false, hasPassword: true }

it.each([
  ['nobody', null, { kind: 'signed-out', hasExpired: false }],
  ['somebody', { session: {}, user }, { kind: 'signed-in', viewer: user }],
  ['half a user', { user: { id: 'a-1' } }, { kind: 'unreachable' }],
  ['something else', 'hello', { kind: 'unreachable' }],
])('the session of %s', (_, body, session) => {
  expect(parseSession(body)).toEqual(session)
})
