import { describe, expect, it } from 'vitest'
import type { SessionFieldsFragment } from '#graphql'
import { groupSessions, mayDisconnect } from './session-list.ts'

const session = (id: string, email: string | null, streams: number, change: object = {}): SessionFieldsFragment =>
  ({
    id,
    streams,
    user: email === null ? null : { id: `a-${email}`, email },
    target: { name: 'SSH', device: { name: 'lab-pi', permissions: ['VIEW', 'CONNECT'] } },
    ...change,
  }) as unknown as SessionFieldsFragment

describe('live sessions', () => {
  const sessions = [
    session('1', 'ann', 2),
    session('2', 'bob', 1),
    session('3', 'ann', 0),
    session('4', 'ann', 1),
    session('5', null, 1),
  ]

  it('stand under the user who uses them, and those that nobody uses stand last', () => {
    expect(
      groupSessions(sessions, '').map(({ kind, email, sessions: members }) => [
        kind,
        email,
        members.map(({ id }) => id),
      ]),
    ).toEqual([
      ['connected', 'ann', ['1', '4']],
      ['connected', 'bob', ['2']],
      ['connected', null, ['5']],
      ['idle', null, ['3']],
    ])
  })

  it.each([
    ['BOB', 1],
    ['lab', 5],
    ['ssh', 5],
    ['vnc', 0],
  ])('are found by user, device or service: %s', (text, count) => {
    expect(groupSessions(sessions, text).flatMap((group) => group.sessions)).toHaveLength(count)
  })

  it.each([
    ['one of my own', session('1', 'ann', 0), true],
    ['one of somebody else', session('1', 'bob', 0), false],
    [
      'one on a device that I manage',
      session('1', 'bob', 0, { target: { device: { permissions: ['MANAGE'] } } }),
      true,
    ],
  ])('can be ended: %s', (_, ended, isAllowed) => {
    expect(mayDisconnect(ended, 'a-ann')).toBe(isAllowed)
  })
})
