import { expect, it } from 'vitest'
import { parseSession } from './parse-session.ts'

const user = { id: 'a-1', email: 'ann@example.com', language: 'ja', operator: false, hasPassword: true }
const ann = { session: {}, user }

it.each([
  ['nobody', null, { kind: 'signed-out', hasExpired: false }],
  ['somebody', ann, { kind: 'signed-in', viewer: user }],
  ['half a user', { user: { id: 'a-1' } }, { kind: 'unreachable' }],
  ['somebody who speaks another language', { user: { ...user, language: 'xx' } }, { kind: 'unreachable' }],
  ['something else', 'hello', { kind: 'unreachable' }],
  ['nothing at all', undefined, { kind: 'unreachable' }],
])('the session of %s', (_, body, session) => {
  expect(parseSession(body)).toEqual(session)
})
