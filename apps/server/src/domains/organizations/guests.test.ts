import type { DeviceId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import type { Guest } from './guest.ts'
import { listGuests } from './operations/list-guests.ts'
import {
  createTestOrganization,
  createTestOrganizations,
  refusal,
  type TestOrganization,
  type TestOrganizations,
} from './test-organization.ts'

let rig: TestOrganizations
let firm: TestOrganization
beforeAll(async () => {
  rig = await createTestOrganizations()
})
afterAll(() => rig[Symbol.asyncDispose]())
beforeEach(async () => {
  firm = await createTestOrganization(rig)
})

describe('guests', () => {
  const share = async (device_id: DeviceId, { userId: user_id }: Actor) => {
    const row = {
      account_id: firm.accountId,
      device_id,
      user_id,
      created_by: firm.accountId,
      created_at: new Date(),
    }
    await rig.world.database.queries.insertInto('device_shares').values(row).execute()
  }
  const shareNetwork = async ({ userId: user_id }: Actor) => {
    const { queries } = rig.world.database
    const [id, at] = [rig.world.devices.ids('n'), new Date()]
    const account_id = firm.accountId
    await queries.insertInto('networks').values({ account_id, id, name: 'Net', created_at: at }).execute()
    await queries
      .insertInto('network_shares')
      .values({ account_id, network_id: id, user_id, created_by: account_id, created_at: at })
      .execute()
    return id
  }
  const list = async (actor: Actor, wish = {}): Promise<Guest[]> => {
    const guests = await listGuests(rig.context, actor, firm.accountId, wish)
    if (!guests.ok) throw new Error(guests.refusal.message)
    return guests.value
  }

  it('are people with what is shared with them, in pages', async () => {
    const [one, two] = await firm.devices()
    const [ann, bob, eve] = [await rig.world.account(), await rig.world.account(), await rig.world.account()]
    await share(one, bob)
    await share(two, bob)
    await share(one, ann)
    const network = await shareNetwork(bob)
    const other = await shareNetwork(eve)
    const guests = [
      { userId: ann.userId, deviceCount: 1, deviceIds: [one], networkCount: 0, networkIds: [] },
      { userId: bob.userId, deviceCount: 2, deviceIds: [one, two], networkCount: 1, networkIds: [network] },
      { userId: eve.userId, deviceCount: 0, deviceIds: [], networkCount: 1, networkIds: [other] },
    ]
    expect(await list(firm.owner)).toEqual(guests)
    expect(await list(firm.owner, { from: 1, size: 1 })).toEqual([guests[1]])
    expect(await list(firm.owner, { from: 3 })).toEqual([])
    expect(await listGuests(rig.context, firm.owner, firm.accountId, { size: 101 })).toEqual(refusal('INVALID'))
    expect(await listGuests(rig.context, firm.owner, firm.accountId, { from: -1 })).toEqual(refusal('INVALID'))
  })

  it('are told to who manages devices, as far as they reach', async () => {
    const [one, two] = await firm.devices()
    const [ann, bob] = [await rig.world.account(), await rig.world.account()]
    await share(one, ann)
    await share(two, bob)
    await shareNetwork(bob)
    const manages = 'Please contact the organization owner to request device manager privileges.'
    const plain = await firm.member()
    expect(await listGuests(rig.context, plain, firm.accountId, {})).toEqual(refusal('FORBIDDEN', manages))
    const { id } = await firm.role({ deviceIds: [one], grant: ['MANAGE'] })
    const manager = await firm.member({ role: { id } })
    expect(await list(manager)).toMatchObject([{ userId: ann.userId, deviceIds: [one], networkCount: 0 }])
    await firm.update(id, { access: 'ALL' })
    expect((await list(await firm.again(manager))).map((guest) => guest.userId)).toEqual([ann.userId, bob.userId])
  })
})
