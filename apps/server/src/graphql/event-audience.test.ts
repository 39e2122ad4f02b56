import type { AccountId, DeviceId, EventId, TagId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import type { EventRecord } from '#platform/events'
import { actorOf, decide, type Actor, type Grant, type ResourceFacts } from '../access/index.ts'
import { audienceOf, spokesmanOf } from './event-audience.ts'

const mine = 'a-0000000000000001' as AccountId // well-formed, for tests, as all below
const theirs = 'a-0000000000000002' as AccountId // see above
const deviceId = 'd-0000000000000001' as DeviceId // see above
const otherId = 'd-0000000000000002' as DeviceId // see above
const red = 'g-0000000000000001' as TagId // see above

const device: ResourceFacts = { accountId: mine, id: deviceId, tagIds: [red], share: undefined, isAmongFirst: false }
const shared: ResourceFacts = { ...device, share: { canScript: false, services: 'all' } }
const event: EventRecord = {
  accountId: mine,
  id: 'e-0000000000000001' as EventId, // see above
  type: 'DEVICE_STATE',
  state: 'active',
  action: null,
  actorId: null,
  deviceId,
  targets: [{ id: deviceId, deviceId }],
  data: {},
  at: '2026-11-20T12:00:00.000Z',
}

const owner = actorOf({ userId: mine, isOperator: false })
const stranger = actorOf({ userId: theirs, isOperator: false })
const member = (role: Partial<Grant>): Actor =>
  actorOf({ userId: theirs, isOperator: false }, [
    { accountId: mine, permissions: ['VIEW'], scope: { over: 'account' }, isLicensed: false, ...role },
  ])
const tagged = member({ scope: { over: 'tags', operator: 'ANY', tagIds: [red] } })

describe('the audience of an event', () => {
  it.each<[string, Actor, EventRecord, ResourceFacts | undefined, 'account' | 'device' | undefined]>([
    ['has its owner', owner, event, undefined, 'account'],
    ['has members who see the account', member({}), event, undefined, 'account'],
    ['has members who see the device', tagged, event, device, 'device'],
    ['has guests', stranger, event, shared, 'device'],
    ['has no stranger', stranger, event, device, undefined],
    ['has nobody, when the device is gone', tagged, event, undefined, undefined],
    [
      'has nobody but all of the account, when it is handed over',
      tagged,
      event,
      { ...device, accountId: theirs },
      undefined,
    ],
    [
      'has nobody, when it tells of another device, too',
      stranger,
      { ...event, targets: [{ id: otherId, deviceId: otherId }] },
      shared,
      undefined,
    ],
    ['has nobody, when it is of signing in', owner, { ...event, type: 'AUTH_LOGIN' }, undefined, undefined],
  ])('%s', (_, actor, told, facts, sees) => {
    expect(audienceOf(actor, told, facts)?.sees).toBe(sees)
  })

  it('is answered by somebody who sees no more than all of them', () => {
    const plain: ResourceFacts = { ...device, tagIds: [] }
    const ofOther: ResourceFacts = { ...plain, accountId: theirs }
    const may = (actor: Actor, permission: 'VIEW' | 'CONNECT', facts: ResourceFacts) =>
      decide(actor, permission, facts).allowed
    const account = spokesmanOf(event, 'all')
    expect([may(account, 'VIEW', plain), may(account, 'CONNECT', plain), may(account, 'VIEW', ofOther)]).toEqual([
      true,
      false,
      false,
    ])
    const guest = spokesmanOf(event, [deviceId])
    expect([may(guest, 'VIEW', plain), may(guest, 'VIEW', { ...plain, id: otherId })]).toEqual([true, false])
  })
})
