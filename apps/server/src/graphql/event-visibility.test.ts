import type { AccountId, DeviceId, EventId, TagId } from '@farport/vocabulary'
import { expect, it } from 'vitest'
import type { EventRecord } from '#platform/events'
import { actorOf, type ResourceFacts } from '../access/index.ts'
import { bared, toldTo, visibilityOf } from './event-visibility.ts'

// Well-formed, for tests.
const [owner, guest, other] = [1, 2, 3].map((number) => `a-000000000000000${number}` as AccountId) as [
  AccountId,
  AccountId,
  AccountId,
]
const deviceId = 'd-0000000000000001' as DeviceId
const person = (userId: AccountId) => actorOf({ userId, isOperator: false })
const member = actorOf({ userId: other, isOperator: false }, [
  { accountId: owner, permissions: ['VIEW'], scope: { over: 'account' }, isLicensed: true },
])
const administrator = actorOf({ userId: other, isOperator: false }, [
  { accountId: owner, permissions: ['VIEW', 'ADMIN'], scope: { over: 'account' }, isLicensed: true },
])
const helper = actorOf({ userId: other, isOperator: false }, [
  {
    accountId: owner,
    permissions: ['VIEW'],
    scope: { over: 'tags', operator: 'ANY', tagIds: ['g-0000000000000001' as TagId] },
    isLicensed: true,
  },
])
const event = (type: EventRecord['type'], users: readonly AccountId[] = []): EventRecord => ({
  accountId: owner,
  id: 'e-0000000000000001' as EventId,
  type,
  state: null,
  action: null,
  actorId: owner,
  deviceId,
  targets: [{ id: deviceId, name: 'lab-pi', deviceId }],
  data: { users },
  at: '2026-11-20T00:00:00.000Z',
})
const device = (share?: ResourceFacts['share'], accountId = owner): ResourceFacts => ({
  accountId,
  id: deviceId,
  tagIds: [],
  share,
  isAmongFirst: true,
})
/** Of the account as a whole: about none of its devices. */
const ofAccount: EventRecord = { ...event('LICENSE_UPDATED'), deviceId: null, targets: [] }
const signIn: EventRecord = { ...event('AUTH_LOGIN'), deviceId: null, targets: [] }
const shared = { canScript: false, services: 'all' } as const

it.each([
  ['the owner of a share', person(owner), event('DEVICE_SHARE', [guest]), device(), 'whole'],
  ['a member of a share', member, event('DEVICE_SHARE', [guest]), device(), 'whole'],
  ['a guest of their own share', person(guest), event('DEVICE_SHARE', [guest, other]), device(shared), 'own'],
  ['a guest of the end of it', person(guest), event('DEVICE_SHARE', [guest]), device(), 'own'],
  ['a guest of the share of another', person(guest), event('DEVICE_SHARE', [other]), device(shared), 'hidden'],
  ['a guest of the device’s coming online', person(guest), event('DEVICE_STATE'), device(shared), 'whole'],
  ['a stranger', person(other), event('DEVICE_STATE'), device(), 'hidden'],
  [
    'a member of a device that was handed over',
    member,
    event('DEVICE_TRANSFER', [guest]),
    device(undefined, guest),
    'whole',
  ],
  ['a member with some devices of that', helper, event('DEVICE_TRANSFER', [guest]), device(undefined, guest), 'bare'],
  ['a former guest of that', person(other), event('DEVICE_TRANSFER', [guest]), device(undefined, guest), 'hidden'],
  ['a member of what is about no device', member, ofAccount, undefined, 'hidden'],
  ['an administrator of that', administrator, ofAccount, undefined, 'whole'],
  ['the owner of that', person(owner), ofAccount, undefined, 'whole'],
  ['a stranger of that', person(other), ofAccount, undefined, 'hidden'],
  ['an administrator of another’s sign-in', administrator, signIn, undefined, 'hidden'],
  ['a member with some devices of one that is gone', helper, event('DEVICE_DELETE'), undefined, 'bare'],
] as const)('%s', (_, actor, what, facts, visibility) => {
  expect(visibilityOf(actor, what, facts)).toBe(visibility)
})

it('a guest does not learn of the others', () => {
  expect(toldTo(event('DEVICE_SHARE', [guest, other]), guest).data).toEqual({ users: [guest] })
})

it('what is bare tells by ids alone', () => {
  expect(bared(event('DEVICE_DELETE', [guest]))).toMatchObject({
    actorId: null,
    targets: [{ id: deviceId, deviceId }],
    data: {},
  })
})
