import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AccountId, Permission } from '@farport/vocabulary'
import { decide, sightDevices, type AccessChange, type Actor } from '../../access/index.ts'
import { addMember, shareDevice } from '../../test-access.ts'
import { createTestDomains, nobodysDevice, type TestDomains } from '../../test-domains.ts'
import { tagsOfDevices } from './device-tag-store.ts'
import { deleteTags } from './operations/delete-tags.ts'
import { listTags } from './operations/list-tags.ts'
import { mergeTags, renameTag } from './operations/rename-tag.ts'
import { setTags } from './operations/set-tags.ts'
import { tagDevices, untagDevices } from './operations/tag-devices.ts'

type Device = Awaited<ReturnType<TestDomains['device']>>['device']

let world: TestDomains
const announced: AccessChange[] = []
beforeAll(async () => {
  world = await createTestDomains()
  world.devices.accessChanges.watchers.push({
    accessHasChanged: async (_tx, change) => void announced.push(change),
  })
})
afterAll(() => world[Symbol.asyncDispose]())

const done = { ok: true, value: true }
const refusal = (code: string) => ({ ok: false, refusal: expect.objectContaining({ code }) })

const put = (actor: Actor, devices: readonly Device[], ...names: string[]) =>
  tagDevices(world.tags, actor, { accountId: actor.userId, targets: devices.map((device) => device.id), names })

/** One after the other, since each takes a name that is free. */
async function fleet(owner: Actor, count: number): Promise<[Device, ...Device[]]> {
  const devices = [(await world.device(owner)).device] as [Device, ...Device[]] // the first
  while (devices.length < count) devices.push((await world.device(owner)).device)
  return devices
}

async function tagsOf(device: Device, accountId: AccountId = device.accountId): Promise<string[]> {
  const [tags] = await tagsOfDevices(world.database.queries, [{ accountId, deviceId: device.id }])
  return (tags ?? []).map((tag) => tag.name).toSorted()
}

async function tagsOfAccount(actor: Actor, accountId = actor.userId) {
  const tags = await listTags(world.tags, actor, accountId)
  if (!tags.ok) throw new Error(tags.refusal.message)
  return tags.value
}

async function namesOf(actor: Actor): Promise<string[]> {
  return (await tagsOfAccount(actor)).map((tag) => tag.name)
}

const memberByTags = (owner: Actor, tagKeys: string[], permissions: Permission[] = ['VIEW']) =>
  addMember(world, owner, { permissions, access: 'TAG', tagKeys })

async function sees(person: Actor, device: Device): Promise<boolean> {
  const actor = await world.again(person)
  const [facts] = await sightDevices(world.database.queries, actor, [device])
  return facts !== undefined && decide(actor, 'VIEW', facts).allowed
}

describe('tags', () => {
  it('are made, newest first, each with a colour of its own, and take another', async () => {
    const owner = world.person()
    const { userId: accountId } = owner
    expect(await setTags(world.tags, owner, { accountId, tags: [{ name: 'old', color: 5 }] })).toEqual(done)
    world.clock.nowMs += 1000
    const thirteen = Array.from({ length: 12 }, (_, index) => ({ name: `t${index}` }))
    await setTags(world.tags, owner, { accountId, tags: thirteen })
    const tags = await tagsOfAccount(owner)
    expect(tags.at(-1)).toMatchObject({ name: 'old', color: 5 })
    expect(new Set(tags.map((tag) => tag.color)).size).toBe(13)

    await setTags(world.tags, owner, { accountId, tags: [{ name: 'OLD', color: 6 }, { name: 't1' }] })
    const again = await tagsOfAccount(owner)
    expect(again.at(-1)).toMatchObject({ name: 'old', color: 6 })
    expect(again.slice(0, -1)).toEqual(tags.slice(0, -1))
  })

  it('number thousand and one is refused, and none of the call is made', async () => {
    const owner = world.person()
    const { userId: accountId } = owner
    for (let start = 0; start < 1000; start += 100) {
      const tags = Array.from({ length: 100 }, (_, index) => ({ name: `t${start + index}` }))
      expect(await setTags(world.tags, owner, { accountId, tags })).toEqual(done)
    }
    const tags = [{ name: 't1', color: 3 }, { name: 'one more' }]
    expect(await setTags(world.tags, owner, { accountId, tags })).toEqual(refusal('LIMIT_EXCEEDED'))
    expect(await tagsOfAccount(owner)).toHaveLength(1000)
  })

  it('that several make at once are made once', async () => {
    const owner = world.person()
    const { device } = await world.device(owner)
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(owner, [device], 'b', 'a', 'c')))
    expect(answers).toEqual(Array.from({ length: 8 }, () => done))
    expect((await namesOf(owner)).toSorted()).toEqual(['a', 'b', 'c'])
    expect(await tagsOf(device)).toEqual(['a', 'b', 'c'])
  })

  it('are put on many devices at once, and taken off, in as many queries as on one', async () => {
    const owner = world.person()
    const devices = await fleet(owner, 12)
    const [one, ...others] = devices
    const queriesOf = async (targets: Device[], names: string[]) => {
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      expect(await put(owner, targets, ...names)).toEqual(done)
      const count = asked.mock.calls.length
      asked.mockRestore()
      return count
    }
    const forOne = await queriesOf([one], ['a'])
    expect(await queriesOf(others, ['b', 'c', 'd', 'e', 'f'])).toBe(forOne)
    expect(await tagsOf(others[3]!)).toEqual(['b', 'c', 'd', 'e', 'f'])
    await untagDevices(world.tags, owner, {
      accountId: owner.userId,
      targets: devices.map((device) => device.id),
      names: ['B', 'c ', 'never'],
    })
    expect(await tagsOf(others[3]!)).toEqual(['d', 'e', 'f'])
    expect(await tagsOf(one)).toEqual(['a'])
  })

  it('tell of every device that they change, and of a hundred and one in one event', async () => {
    const owner = world.person()
    const { device } = await world.device(owner)
    const { device: other } = await world.device(owner)
    await put(owner, [device, other], 'a')
    await put(owner, [device], 'A')
    await put(owner, [device, other], 'a', 'b')
    const deeds = (await world.eventsOf(owner)).map((event) => event.action)
    expect(deeds.filter((action) => action === 'device-tagged')).toHaveLength(4)

    await put(owner, await fleet(owner, 101), 'c')
    const later = (await world.eventsOf(owner)).slice(deeds.length).map((event) => event.action)
    expect(later.filter((action) => action !== 'device-registered')).toEqual(['tags-changed'])
  })

  it('take the id of a service for its device', async () => {
    const owner = world.person()
    const { device, service } = await world.device(owner)
    const request = { accountId: owner.userId, targets: [service.id, device.id], names: ['a'] }
    expect(await tagDevices(world.tags, owner, request)).toEqual(done)
    expect(await tagsOf(device)).toEqual(['a'])
  })

  it('are all put, or none', async () => {
    const owner = world.person()
    const { device } = await world.device(owner)
    const { device: foreign } = await world.device(world.person())
    for (const id of [foreign.id, nobodysDevice, 'nonsense']) {
      const request = { accountId: owner.userId, targets: [device.id, id], names: ['a'] }
      const unseen = { ok: false, refusal: expect.objectContaining({ code: 'NOT_FOUND' }) }
      expect(await tagDevices(world.tags, owner, request)).toEqual(unseen)
      expect(await untagDevices(world.tags, owner, request)).toEqual(unseen)
    }
    expect(await tagsOf(device)).toEqual([])
    expect(await namesOf(owner)).toEqual([])
  })

  it.each([
    ['a thousand and one devices', Array.from({ length: 1001 }, () => nobodysDevice), ['a'], 'INVALID'],
    ['a hundred and one names', [], Array.from({ length: 101 }, (_, index) => `t${index}`), 'INVALID'],
  ])('of %s in one call are refused', async (_, targets, names, code) => {
    const owner = world.person()
    const request = { accountId: owner.userId, targets, names }
    expect(await tagDevices(world.tags, owner, request)).toEqual(refusal(code))
    expect(await untagDevices(world.tags, owner, request)).toEqual(refusal(code))
  })

  it('of a guest are the guest’s: the owner sees them no more than the guest the owner’s', async () => {
    const owner = world.person()
    const guest = await world.account()
    const { device } = await world.device(owner)
    await shareDevice(world, device, guest)
    await put(owner, [device], 'mine')
    const before = await world.eventsOf(owner)
    expect(await put(guest, [device], 'theirs')).toEqual(done)
    expect(await tagsOf(device)).toEqual(['mine'])
    expect(await tagsOf(device, guest.userId)).toEqual(['theirs'])
    expect(await world.eventsOf(owner)).toEqual(before)
    expect(await world.eventsOf(guest)).toMatchObject([{ type: 'DEVICE_REFRESH', action: 'device-tagged' }])
  })
})

describe('who may not administer an account', () => {
  it.each([
    ['a stranger', [], 'NOT_FOUND'],
    ['a member without ADMIN', ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE'] as Permission[], 'FORBIDDEN'],
  ])('changes nothing about its tags: %s', async (_, permissions, code) => {
    const owner = await world.account()
    const { device } = await world.device(owner)
    await put(owner, [device], 'lab')
    const { userId: accountId } = owner
    const actor = permissions.length > 0 ? await memberByTags(owner, ['lab'], permissions) : world.person()
    const named = { accountId, names: ['lab'], targets: [device.id] }
    const answers = [
      await setTags(world.tags, actor, { accountId, tags: [{ name: 'lab', color: 2 }] }),
      await renameTag(world.tags, actor, { accountId, from: 'lab', to: 'hall' }),
      await mergeTags(world.tags, actor, { accountId, from: 'lab', to: 'hall' }),
      await deleteTags(world.tags, actor, named),
      await tagDevices(world.tags, actor, { ...named, names: ['hall'] }),
      await untagDevices(world.tags, actor, named),
    ]
    expect(answers).toEqual(answers.map(() => refusal(code)))
    expect(await tagsOf(device)).toEqual(['lab'])
    const seen = await listTags(world.tags, actor, accountId)
    expect(seen).toMatchObject(code === 'NOT_FOUND' ? { ok: false } : { ok: true, value: [{ name: 'lab' }] })
  })
})

describe('another name', () => {
  it('is given, and its own may be spelt anew', async () => {
    const owner = world.person()
    const { userId: accountId } = owner
    const { device } = await world.device(owner)
    await put(owner, [device], 'lab')
    expect(await renameTag(world.tags, owner, { accountId, from: 'LAB', to: 'Hall' })).toEqual(done)
    expect(await mergeTags(world.tags, owner, { accountId, from: 'hall', to: 'HALL' })).toEqual(done)
    expect(await tagsOf(device)).toEqual(['HALL'])
    expect(await renameTag(world.tags, owner, { accountId, from: 'lab', to: 'x' })).toEqual({
      ok: false,
      refusal: { code: 'NOT_FOUND', message: 'Your tag (lab) could not be renamed.' },
    })
    expect(await mergeTags(world.tags, owner, { accountId, from: 'hall', to: 'x' })).toEqual(refusal('NOT_FOUND'))
    expect(await renameTag(world.tags, owner, { accountId, from: 'hall', to: ' ' })).toEqual(refusal('INVALID'))
  })

  it('that another tag has, in whatever case, merges the two on every device', async () => {
    const owner = world.person()
    const { userId: accountId } = owner
    const devices = await fleet(owner, 3)
    await put(owner, devices.slice(0, 2), 'lab')
    await put(owner, devices.slice(1), 'Hall')
    expect(await renameTag(world.tags, owner, { accountId, from: 'lab', to: 'HALL' })).toEqual(done)
    expect(await namesOf(owner)).toEqual(['Hall'])
    for (const device of devices) expect(await tagsOf(device)).toEqual(['Hall'])
  })

  it('reaches the roles that name the tag, and those who hold them are told', async () => {
    const owner = await world.account()
    const { userId: accountId } = owner
    const { device: lab } = await world.device(owner)
    const { device: hall } = await world.device(owner)
    await put(owner, [lab], 'lab')
    await put(owner, [hall], 'hall')
    const member = await memberByTags(owner, ['lab'])
    const both = await memberByTags(owner, ['lab', 'attic'])
    const neither = await memberByTags(owner, ['cellar'])
    expect([await sees(member, lab), await sees(member, hall), await sees(neither, lab)]).toEqual([true, false, false])

    announced.length = 0
    await renameTag(world.tags, owner, { accountId, from: 'lab', to: 'Attic' })
    expect([await sees(member, lab), await sees(member, hall)]).toEqual([true, false])
    await mergeTags(world.tags, owner, { accountId, from: 'attic', to: 'hall' })
    expect([await sees(member, lab), await sees(member, hall)]).toEqual([true, true])
    const roles = await world.database.queries
      .selectFrom('roles')
      .select('tag_keys')
      .where('account_id', '=', accountId)
      .execute()
    expect(roles.map((role) => role.tag_keys.join()).toSorted()).toEqual(['cellar', 'hall', 'hall'])
    const concerned = new Set(announced.flatMap((change) => change.userIds))
    expect(concerned).toEqual(new Set([member.userId, both.userId]))
  })
})

describe('a role that names tags', () => {
  it('reaches what carries them, as soon as it does and no longer, and its members are told', async () => {
    const owner = await world.account()
    const { device } = await world.device(owner)
    const member = await memberByTags(owner, ['lab'])
    const change = async (deed: () => Promise<unknown>) => {
      announced.length = 0
      expect(await deed()).toEqual(done)
      expect(announced[0]).toEqual({ accountId: owner.userId, userIds: [member.userId] })
      return sees(member, device)
    }
    const named = { accountId: owner.userId, targets: [device.id], names: ['Lab'] }
    expect(await sees(member, device)).toBe(false)
    expect(await change(() => tagDevices(world.tags, owner, named))).toBe(true)
    expect(await change(() => untagDevices(world.tags, owner, named))).toBe(false)
    await tagDevices(world.tags, owner, named)
    expect(await change(() => deleteTags(world.tags, owner, named))).toBe(false)
    expect(await deleteTags(world.tags, owner, named)).toEqual(done)
    expect(await change(() => tagDevices(world.tags, owner, named))).toBe(true)
  })

  it('is not reached by the tags of a guest', async () => {
    const owner = await world.account()
    const guest = await world.account()
    const { device } = await world.device(owner)
    await shareDevice(world, device, guest)
    const member = await memberByTags(owner, ['lab'])
    await put(guest, [device], 'lab')
    expect(await sees(member, device)).toBe(false)
  })
})

it('a merge while its tags are being put on devices loses none of them', async () => {
  const owner = world.person()
  const devices = await fleet(owner, 10)
  await put(owner, devices.slice(0, 1), 'from', 'to')
  await Promise.all([
    ...devices.map((device) => put(owner, [device], 'from')),
    mergeTags(world.tags, owner, { accountId: owner.userId, from: 'from', to: 'to' }),
  ])
  for (const device of devices) expect((await tagsOf(device)).length).toBeGreaterThan(0)
})
