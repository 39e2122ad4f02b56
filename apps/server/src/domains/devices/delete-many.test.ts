import type { AccountId, DeviceId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { actorOf, type Actor } from '../../access/index.ts'
import { decideDeleteMany } from './delete-many.ts'
import type { SeenDevice } from './device.ts'

const mine = 'a-0000000000000001' as AccountId // well-formed, for tests, as all below
const theirs = 'a-0000000000000002' as AccountId
const owner = actorOf({ userId: mine, isOperator: false })
const viewer: Actor = actorOf({ userId: mine, isOperator: false }, [
  { accountId: theirs, permissions: ['VIEW'], scope: { over: 'account' }, isLicensed: true },
])

// What the rule does not ask for is left out.
const device = (change: Partial<SeenDevice> = {}): SeenDevice =>
  ({
    accountId: mine,
    id: 'd-0000000000000001' as DeviceId,
    name: 'lab-pi',
    isOnline: false,
    tagIds: [],
    share: undefined,
    isAmongFirst: true,
    ...change,
  }) as SeenDevice
const shared = { canScript: false, services: 'all' } as const

describe('devices are deleted together', () => {
  it('when each of them may be', () => {
    const devices = [device(), device({ id: 'd-0000000000000002' as DeviceId })]
    const ids = devices.map(({ id }) => id)
    const decided = decideDeleteMany(owner, ids, new Map(devices.map((one) => [one.id, one])))
    expect(decided).toEqual({ ok: true, value: devices })
  })

  it.each([
    [
      'one does not exist',
      owner,
      undefined,
      'NOT_FOUND',
      'A device id could not be found. Deselect d-0000000000000009 and try again.',
    ],
    [
      'one is a stranger’s',
      owner,
      { accountId: theirs },
      'NOT_FOUND',
      'A device id could not be found. Deselect d-0000000000000009 and try again.',
    ],
    [
      'one is shared with the person',
      owner,
      { accountId: theirs, share: shared, isOnline: true },
      'FORBIDDEN',
      'You cannot delete a shared device. Deselect or leave "lab-pi" and try again.',
    ],
    [
      'one is online',
      viewer,
      { accountId: theirs, isOnline: true },
      'CONFLICT',
      'You cannot delete an online device. Deselect "lab-pi" and try again.',
    ],
    [
      'one is not the person’s to manage',
      viewer,
      { accountId: theirs },
      'FORBIDDEN',
      'You do not have permission to delete a device. Deselect "lab-pi" and try again.',
    ],
  ] as const)('not when %s', (_, actor, change, code, message) => {
    const id = 'd-0000000000000009' as DeviceId
    const devices = change === undefined ? [device()] : [device(), device({ ...change, id })]
    const byId = new Map(devices.map((one) => [one.id, one]))
    expect(decideDeleteMany(actor, [device().id, id], byId)).toEqual({ ok: false, refusal: { code, message } })
  })

  it('not when an id is no id, which is not repeated as it came', () => {
    const decided = decideDeleteMany(owner, [`\u001b[31m${'x'.repeat(1_000_000)}`], new Map())
    expect(decided).toMatchObject({ refusal: { message: expect.stringMatching(/^A device id .{1,100}$/) } })
    expect(JSON.stringify(decided)).not.toContain('u001b')
  })
})
