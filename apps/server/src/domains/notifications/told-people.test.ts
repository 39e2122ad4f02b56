import type { AccountId, DeviceId, EventId, Permission, TagId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { actorOf, type Actor, type Scope } from '../../access/index.ts'
import type { EventRecord } from '#platform/events'
import { isTold, newsFor, peopleToTell, type Crowd } from './told-people.ts'

// Well-formed, for tests.
const owner = 'a-0000000000000001' as AccountId // see above
const member = 'a-0000000000000002' as AccountId // see above
const guest = 'a-0000000000000003' as AccountId // see above
const device = 'd-0000000000000001' as DeviceId // see above
const lab = 'g-0000000000000001' as TagId // see above

const event = (change: Partial<EventRecord> = {}): EventRecord => ({
  accountId: owner,
  id: 'e-0000000000000001' as EventId, // see above
  type: 'DEVICE_STATE',
  state: 'inactive',
  action: null,
  actorId: null,
  deviceId: device,
  targets: [{ id: device, name: 'pi' }],
  data: {},
  at: '2026-11-20T08:00:00.000Z',
  ...change,
})

function memberWith(scope: Scope, permissions: readonly Permission[] = ['VIEW']): Actor {
  const grants = [{ accountId: owner, permissions, scope, isLicensed: true }]
  return { ...actorOf({ userId: member, isOperator: false }), grants }
}

const crowd = (change: Partial<Crowd> = {}): Crowd => ({
  membersOf: new Map(),
  guestsOf: new Map(),
  tagsOf: new Map(),
  ...change,
})

describe('what people are told of', () => {
  it.each([
    ['DEVICE_STATE', null, true],
    ['DEVICE_SHARE', 'add', true],
    ['DEVICE_SHARE', 'remove', true],
    ['DEVICE_SHARE', 'update', false],
    ['DEVICE_TRANSFER', 'device-transferred', true],
    ['DEVICE_REFRESH', 'device-renamed', false],
    ['DEVICE_CONNECT', null, false],
    ['AUTH_LOGIN', null, false],
  ] as const)('%s %s: %s', (type, action, told) => {
    expect(isTold({ type, action })).toBe(told)
  })
})

describe('of a device that went offline', () => {
  it.each([
    ['the owner', crowd(), [owner]],
    ['guests', crowd({ guestsOf: new Map([[device, [guest]]]) }), [owner, guest]],
    [
      'a member who sees all',
      crowd({ membersOf: new Map([[owner, [memberWith({ over: 'account' })]]]) }),
      [owner, member],
    ],
    ['a member who sees nothing', crowd({ membersOf: new Map([[owner, [memberWith({ over: 'nothing' })]]]) }), [owner]],
    [
      'a member who sees it by name',
      crowd({ membersOf: new Map([[owner, [memberWith({ over: 'devices', deviceIds: [device] })]]]) }),
      [owner, member],
    ],
    [
      'a member who sees another',
      crowd({ membersOf: new Map([[owner, [memberWith({ over: 'devices', deviceIds: ['d-2'] })]]]) }),
      [owner],
    ],
    [
      'a member who sees its tag',
      crowd({
        membersOf: new Map([[owner, [memberWith({ over: 'tags', operator: 'ALL', tagIds: [lab] })]]]),
        tagsOf: new Map([[device, [lab]]]),
      }),
      [owner, member],
    ],
    [
      'a member who sees a tag that it does not carry',
      crowd({ membersOf: new Map([[owner, [memberWith({ over: 'tags', operator: 'ANY', tagIds: [lab] })]]]) }),
      [owner],
    ],
    [
      'a guest who is a member too, once',
      crowd({
        membersOf: new Map([[owner, [memberWith({ over: 'account' })]]]),
        guestsOf: new Map([[device, [member]]]),
      }),
      [owner, member],
    ],
  ])('%s', (_, known, people) => {
    expect(peopleToTell(event(), known)).toEqual(people)
  })
})

describe('of what people do', () => {
  it.each([
    [
      'a share',
      event({ type: 'DEVICE_SHARE', action: 'add', actorId: owner, data: { users: [guest, member] } }),
      [guest, member],
    ],
    [
      'a share of a network',
      event({ type: 'DEVICE_SHARE', action: 'add', deviceId: null, data: { users: [guest] } }),
      [guest],
    ],
    [
      'leaving, by who left',
      event({ type: 'DEVICE_SHARE', action: 'remove', actorId: guest, data: { users: [guest] } }),
      [],
    ],
    ['handing over, by a member', event({ type: 'DEVICE_TRANSFER', actorId: member }), [owner]],
    ['handing over, by its owner', event({ type: 'DEVICE_TRANSFER', actorId: owner }), []],
    ['something else', event({ type: 'DEVICE_CONNECT' }), []],
  ])('%s', (_, told, people) => {
    const known = crowd({ membersOf: new Map([[owner, [memberWith({ over: 'account' })]]]) })
    expect(peopleToTell(told, known)).toEqual(people)
  })
})

describe('the methods of somebody', () => {
  const state = event()
  const share = event({ type: 'DEVICE_SHARE', action: 'add' })
  const usual = { methods: { byMail: false, inPortal: true }, hasWebhook: false, methodsOf: new Map() }

  it.each([
    ['usually the portal alone', usual, { inPortal: [state, share], byMail: [], byWebhook: [] }],
    [
      'mail tells of states: what is shared has a mail of its own',
      { ...usual, methods: { byMail: true, inPortal: false } },
      { inPortal: [], byMail: [state], byWebhook: [] },
    ],
    [
      'a webhook is told of all',
      { ...usual, hasWebhook: true },
      { inPortal: [state, share], byMail: [], byWebhook: [state, share] },
    ],
    [
      'as it is set for the device',
      { ...usual, methodsOf: new Map([[device, { byMail: true, inPortal: false }]]) },
      { inPortal: [], byMail: [state], byWebhook: [] },
    ],
  ])('%s', (_, listener, news) => {
    expect(newsFor([state, share], listener)).toEqual(news)
  })
})
