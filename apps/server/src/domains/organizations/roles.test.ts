import pg from 'pg'
import type { DeviceId, RoleId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { nobodysDevice } from '../../test-domains.ts'
import { deleteRole } from './operations/delete-role.ts'
import { foreseeRoleChange } from './operations/foresee-role-change.ts'
import type { RoleWish } from './role.ts'
import {
  createTestOrganization,
  createTestOrganizations,
  done,
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

describe('a role', () => {
  it('stands among the others: system roles first, then by name', async () => {
    for (const name of ['zeta', 'Alpha', 'beta']) await firm.create({ name })
    expect((await firm.roles()).map((role) => role.name)).toEqual(['Admin', 'Member', 'Alpha', 'beta', 'zeta'])
  })

  it('has a name that no other has, the system’s included', async () => {
    const role = await firm.role({ name: 'Staff' })
    const taken = refusal('CONFLICT', 'There is a role with this name already.')
    expect(await firm.create({ name: 'STAFF' })).toEqual(taken)
    expect(await firm.create({ name: 'member' })).toEqual(taken)
    expect(await firm.update(role.id, { name: 'admin' })).toEqual(taken)
    expect(await firm.update(role.id, { name: 'staff' })).toMatchObject({ ok: true, value: { name: 'staff' } })
  })

  it('of the system is neither changed nor deleted', async () => {
    const [boss] = await firm.roles()
    const refused = refusal('FORBIDDEN', 'System roles cannot be changed.')
    expect(await firm.update(boss!.id, { name: 'x' })).toEqual(refused)
    expect(await deleteRole(rig.context, firm.owner, { accountId: firm.accountId, id: boss!.id })).toEqual(refused)
  })

  it('reaches what it says, at once', async () => {
    const [red, blue, both] = await firm.devices()
    const ids = [red, blue, both]
    await firm.tag('Red', red, both)
    await firm.tag('Blue', blue, both)
    const role = await firm.role({})
    const ann = await firm.member({ role: { id: role.id } })
    const rows: [RoleWish, DeviceId[]][] = [
      [{}, []],
      [{ access: 'ALL' }, ids],
      [{ tag: { values: ['red'] } }, [red, both]],
      [{ tag: { operator: 'ALL', values: ['red', 'BLUE'] } }, [both]],
      [{ tag: { operator: 'ALL', values: ['red', 'none'] } }, []],
      [{ tag: { values: [] } }, []],
      [{ deviceIds: [blue] }, [blue]],
      [{ access: 'CUSTOM', deviceIds: [] }, []],
    ]
    for (const [wish, expected] of rows) {
      expect(await firm.update(role.id, wish)).toMatchObject({ ok: true })
      expect([wish, await firm.reached(ann, ids)]).toEqual([wish, expected])
    }
  })

  it('shows tags as the account spells them, and no device that is gone', async () => {
    const [device] = await firm.devices()
    await firm.tag('Red', device)
    await firm.role({ name: 'a', tag: { values: ['RED', 'none'] } })
    await firm.role({ name: 'b', deviceIds: [device] })
    await rig.world.database.queries.deleteFrom('devices').where('id', '=', device).execute()
    expect((await firm.roles()).slice(2).map((role) => role.scope)).toMatchObject([
      { access: 'TAG', tags: [{ name: 'Red' }, { name: 'none' }] },
      { access: 'NONE' },
    ])
  })

  it('lists no device of another account, nor one that its maker does not see', async () => {
    const [device] = await firm.devices()
    const stranger = await rig.world.account()
    const { device: foreign } = await rig.world.device(stranger)
    const refused = refusal('NOT_FOUND', 'A role can only list devices of its own account.')
    for (const id of [foreign.id, nobodysDevice])
      expect(await firm.create({ name: 'x', deviceIds: [device, id] })).toEqual(refused)
    const { id } = await firm.role({ grant: ['ADMIN'] })
    const boss = await firm.member({ role: { id } })
    expect(await firm.create({ name: 'x', deviceIds: [device] }, boss)).toEqual(refused)
    expect(await firm.create({ name: 'x', deviceIds: [device] })).toMatchObject({ ok: true })
  })

  it('that means the same after a change concerns nobody', async () => {
    const role = await firm.role({ access: 'ALL' })
    const ann = await firm.member({ role: { id: role.id } })
    await firm.update(role.id, { name: 'Other name' })
    expect(rig.announced).toEqual([])
    await firm.update(role.id, { revoke: ['CONNECT'] })
    expect(rig.announced[0]).toEqual({ accountId: firm.accountId, userIds: [ann.userId] })
  })

  it('that is deleted leaves its members without access', async () => {
    const ids = await firm.devices()
    const role = await firm.role({ access: 'ALL' })
    const ann = await firm.member({ role: { id: role.id } })
    expect(await firm.reached(ann, ids)).toEqual(ids)
    expect(await deleteRole(rig.context, firm.owner, { accountId: firm.accountId, id: role.id })).toEqual(done)
    expect(rig.announced[0]).toEqual({ accountId: firm.accountId, userIds: [ann.userId] })
    expect(await firm.reached(ann, ids)).toEqual([])
    expect(await firm.memberOf(ann)).toMatchObject({ roleId: undefined })
  })

  it('gives a member without a licence the first five devices to connect to', async () => {
    const ids = await firm.devices(7)
    const ann = await firm.member({ isLicensed: false })
    expect(await firm.reached(ann, ids)).toEqual(ids)
    expect(await firm.reached(ann, ids, 'CONNECT')).toEqual(ids.slice(0, 5))
  })
})

describe('what a change of a role would do', () => {
  const foresee = async (id: RoleId | undefined, wish: RoleWish, actor: Actor = firm.owner) => {
    const answer = await foreseeRoleChange(rig.context, actor, {
      accountId: firm.accountId,
      id,
      wish,
    })
    if (!answer.ok) throw new Error(answer.refusal.message)
    return answer.value
  }

  it('is told before it is done', async () => {
    const [red, blue, both] = await firm.devices()
    await firm.tag('Red', red, both)
    await firm.tag('Blue', blue, both)
    const { id } = await firm.role({ tag: { values: ['red'] } })
    await firm.member({ role: { id } })
    const plain = { members: 1, permissionsGained: [], permissionsLost: [] }
    const none = { total: 0, ids: [] }
    expect(await foresee(id, {})).toEqual({ ...plain, gained: none, lost: none })
    expect(await foresee(id, { tag: { values: ['blue'] } })).toEqual({
      ...plain,
      gained: { total: 1, ids: [blue] },
      lost: { total: 1, ids: [red] },
    })
    expect(await foresee(id, { access: 'ALL', grant: ['ADMIN'], revoke: ['CONNECT'] })).toEqual({
      members: 1,
      permissionsGained: ['ADMIN'],
      permissionsLost: ['CONNECT'],
      gained: { total: 1, ids: [blue] },
      lost: none,
    })
    expect(await foresee(id, { access: 'NONE' })).toMatchObject({ lost: { total: 2, ids: [red, both] } })
    expect(await foresee(undefined, { deviceIds: [blue], grant: ['MANAGE'] })).toEqual({
      members: 0,
      permissionsGained: ['VIEW', 'CONNECT', 'MANAGE'],
      permissionsLost: [],
      gained: { total: 1, ids: [blue] },
      lost: none,
    })
    expect((await firm.roles()).find((role) => role.id === id)?.scope).toMatchObject({ access: 'TAG' })
    expect(rig.announced).toEqual([])
  })

  it('is asked in as many queries however many devices there are, and lists a hundred of them', async () => {
    const { id } = await firm.role({})
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await foresee(id, { access: 'ALL' })
    const few = asked.mock.calls.length
    asked.mockRestore()
    await fleet(250)
    const again = vi.spyOn(pg.Client.prototype, 'query')
    const { gained } = await foresee(id, { access: 'ALL' })
    expect(again.mock.calls.length).toBe(few)
    again.mockRestore()
    expect([gained.total, gained.ids.length]).toEqual([250, 100])
  })

  it('counts what an admin does not see, and does not name it', async () => {
    await firm.devices()
    const { id } = await firm.role({ grant: ['ADMIN'] })
    const boss = await firm.member({ role: { id } })
    expect((await foresee(id, { access: 'ALL' }, boss)).gained).toEqual({ total: 3, ids: [] })
  })

  it('is not told of the system’s', async () => {
    const [boss] = await firm.roles()
    const asked = foreseeRoleChange(rig.context, firm.owner, {
      accountId: firm.accountId,
      id: boss!.id,
      wish: {},
    })
    expect(await asked).toEqual(refusal('FORBIDDEN', 'System roles cannot be changed.'))
  })

  async function fleet(count: number): Promise<void> {
    const at = new Date()
    const rows = Array.from({ length: count }, (_, index) => ({
      account_id: firm.accountId,
      id: rig.world.devices.ids('d'),
      name: `f${index}`,
      platform: 769,
      created_at: at,
      revised_at: at,
    }))
    await rig.world.database.queries.insertInto('devices').values(rows).execute()
  }
})
