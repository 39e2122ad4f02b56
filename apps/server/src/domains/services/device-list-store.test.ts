import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import {
  limits,
  tagKey,
  type AccountId,
  type DeviceId,
  type NetworkId,
  type ServiceId,
  type TagId,
} from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { sortKeys, type DeviceListArguments } from './device-list.ts'
import { listDevices } from './operations/list-devices.ts'

// A list is held against the same list made by hand, of all devices in a small world with few different values, so that
// there are many ties.

interface WorldService {
  readonly id: ServiceId
  readonly name: string
  readonly application: number
}

interface WorldDevice {
  readonly id: DeviceId
  readonly accountId: AccountId
  readonly name: string
  readonly platform: number
  readonly createdAt: Date
  readonly reportedAt: Date
  readonly isOnline: boolean
  readonly quality: number
  readonly services: readonly WorldService[]
  /** By the account that put them. */
  readonly tags: readonly { accountId: AccountId; name: string }[]
}

let world: TestDomains
let owner: Actor & { email: string }
let partner: Actor & { email: string }
let devices: WorldDevice[]
/** The people who look, the account that they look at, and the services that they see of a device, if any. */
let lookers: Record<
  string,
  { actor: Actor; accountId: AccountId; seen: (device: WorldDevice) => readonly WorldService[] | undefined }
>

const tagNames = ['Lab', '東京', 'old']
const nameParts = ['pi', 'Kamera', 'カメラ', 'gateway', 'é']

beforeAll(async () => {
  world = await createTestDomains()
  ;[owner, partner] = [await world.account('b@example.org'), await world.account('a@example.org')]
  const random = fc.sample(fc.double({ min: 0, max: 0.999, noNaN: true }), { numRuns: 4000, seed: 3 }).values()
  const below = (bound: number) => Math.floor((random.next().value ?? 0) * bound)
  devices = [
    ...Array.from({ length: 40 }, (_, number) => newDevice(owner.userId, number, below)),
    ...Array.from({ length: 15 }, (_, number) => newDevice(partner.userId, number, below)),
  ]
  await insertAll()
  const [member, guest] = [await world.account(), await world.account()]
  const shared = devices.filter((device) => device.accountId === partner.userId).slice(0, 9)
  await share(owner.userId, shared.slice(0, 3), 'all')
  await share(owner.userId, shared.slice(3, 6), 'first')
  await shareNetwork(owner.userId, shared.slice(5, 9))
  const selected = devices.slice(0, 12).map((device) => device.id)
  await addMember(member.userId, { access: 'SELECTED', device_ids: selected })
  await addMember(guest.userId, { access: 'TAG', tag_keys: ['lab'] })
  const isOwn = (device: WorldDevice) => device.accountId === owner.userId
  const shownTo = (device: WorldDevice) => {
    const place = shared.indexOf(device)
    if (place < 0) return undefined
    return place < 3 ? device.services : device.services.slice(0, 1)
  }
  lookers = {
    'the owner': {
      actor: owner,
      accountId: owner.userId,
      seen: (device) => (isOwn(device) ? device.services : shownTo(device)),
    },
    'a member with a role over some devices': {
      actor: await world.again(member),
      accountId: owner.userId,
      seen: (device) => (selected.includes(device.id) ? device.services : undefined),
    },
    'a member with a role over a tag': {
      actor: await world.again(guest),
      accountId: owner.userId,
      seen: (device) => (isOwn(device) && hasTag(device, 'lab') ? device.services : undefined),
    },
  }
})
afterAll(() => world[Symbol.asyncDispose]())

const wishes: fc.Arbitrary<DeviceListArguments> = fc.record(
  {
    from: fc.integer({ min: 0, max: 50 }),
    size: fc.integer({ min: 0, max: 60 }),
    name: fc.constantFrom('pi', 'KAM', 'カメ', 'ラ', 'way-1', 'é', 'ssh', 'nothing', '%'),
    state: fc.constantFrom('active', 'inactive', 'all'),
    owner: fc.boolean(),
    platform: fc.subarray([769, 1072, 5]),
    application: fc.subarray([28, 8]),
    tag: fc.record({
      operator: fc.constantFrom('ANY' as const, 'ALL' as const),
      values: fc.subarray(['lab', '東京', 'OLD', 'unknown']),
    }),
    sort: fc
      .shuffledSubarray([...sortKeys], { minLength: 1, maxLength: 3 })
      .chain((keys) => fc.tuple(...keys.map((key) => fc.constantFrom(key, `-${key}`))))
      .map((keys) => keys.join(',')),
  },
  { requiredKeys: [] },
)

describe.each(['the owner', 'a member with a role over some devices', 'a member with a role over a tag'])(
  '%s',
  (who) => {
    it('finds what a list by hand has, in its order, whatever is asked for', async () => {
      const looker = lookers[who]
      if (looker === undefined) throw new Error('nobody looks')
      await fc.assert(
        fc.asyncProperty(wishes, async (wish) => {
          const page = await listDevices(world.services, looker.actor, looker.accountId, wish)
          if (!page.ok) throw new Error(page.refusal.message)
          const expected = byHand(looker, wish)
          const from = wish.from ?? 0
          const items = expected.slice(from, from + (wish.size ?? limits.devicePageSize))
          expect({ ...page.value, items: page.value.items.map((device) => device.id) }).toEqual({
            total: expected.length,
            hasMore: from + items.length < expected.length,
            items: items.map((device) => device.id),
          })
        }),
        { numRuns: 250, seed: 11 },
      )
    })
  },
)

describe('of more than a thousand', () => {
  const count = 1100
  let many: Actor
  let guest: Actor
  beforeAll(async () => {
    ;[many, guest] = [await world.account(), await world.account()]
    await world.database.pool.query(
      `with made as (
        insert into devices (account_id, id, name, platform, created_at, revised_at)
        select $1, 'd-' || lpad(number::text, 16, '0'), 'node-' || lpad(number::text, 4, '0'), 769, now(), now()
        from generate_series(1, $3::integer) as number returning account_id, id
      ), placed as (
        insert into device_presence (account_id, device_id, confirmed_at, reported_at)
        select account_id, id, now(), now() from made
      )
      insert into device_shares (account_id, device_id, user_id, created_by, created_at)
      select account_id, id, $2, $1, now() from made`,
      [many.userId, guest.userId, count],
    )
  })

  it.each<[string, DeviceListArguments, { total: number; first: string | undefined }]>([
    ['all', {}, { total: count, first: 'node-0001' }],
    ['the last ones', { from: 1090 }, { total: count, first: 'node-1091' }],
    ['those named alike', { name: 'ODE-' }, { total: count, first: 'node-0001' }],
    ['the last of those named alike, from the end', { name: 'ode-', sort: '-name', from: 1099 }, { total: count, first: 'node-0001' }], // prettier-ignore
    ['few of them', { name: 'node-110' }, { total: 1, first: 'node-1100' }],
    ['those of a platform', { platform: [769], name: 'node', from: 5 }, { total: count, first: 'node-0006' }],
    ['none', { platform: [5], name: 'node' }, { total: 0, first: undefined }],
  ])('%s are found by their owner and by a guest', async (_, wish, { total, first }) => {
    for (const actor of [many, guest]) {
      const page = await listDevices(world.services, actor, actor.userId, wish)
      if (!page.ok) throw new Error(page.refusal.message)
      expect({ total: page.value.total, first: page.value.items[0]?.name }).toEqual({ total, first })
    }
  })
})

it('the kept totals are those that counting gives, whoever comes, goes, flips and moves at the same time', async () => {
  const { pool } = world.database
  const accounts = [await world.account(), await world.account()]
  const ids = accounts.map((account) => account.userId)
  await pool.query(
    `with made as (
      insert into devices (account_id, id, name, platform, created_at, revised_at)
      select ($1::text[])[1 + number % 2], 'd-moving' || number, 'moving ' || number, 769, now(), now()
      from generate_series(1, 60) as number returning account_id, id
    )
    insert into device_presence (account_id, device_id, confirmed_at) select account_id, id, now() from made`,
    [ids],
  )
  const changes = Array.from({ length: 60 }, (_, index) => {
    const id = `d-moving${index + 1}`
    if (index % 5 === 0) return [`delete from devices where id = $1`, [id]] as const
    if (index % 5 === 1) return [`update devices set account_id = $2 where id = $1`, [id, ids[index % 2]]] as const
    return [
      `update device_presence set is_online = not is_online, relay_id = 'r', online_since = now()
       where device_id = any($1::text[])`,
      [[id, `d-moving${((index + 7) % 60) + 1}`]],
    ] as const
  })
  await Promise.all(
    changes.map(([text, values]) =>
      world.database.transaction((tx) => tx.executeQuery(CompiledQuery.raw(text, [...values]))),
    ),
  )
  for (const actor of accounts) {
    const [all, online] = await Promise.all(
      [{}, { state: 'active' }].map((wish) =>
        listDevices(world.services, actor, actor.userId, { ...wish, size: 1000 }),
      ),
    )
    expect(all).toMatchObject({ value: { hasMore: false, total: all?.ok && all.value.items.length } })
    expect(online).toMatchObject({ value: { hasMore: false, total: online?.ok && online.value.items.length } })
  }
})

describe('by ids', () => {
  it('services stand for their devices', async () => {
    const [one, other] = devices
    const ids = [one!.services[0]!.id, other!.id, 'nonsense']
    const page = await listDevices(world.services, owner, owner.userId, { id: ids, sort: 'created' })
    expect(page.ok && page.value.items.map((device) => device.id).toSorted()).toEqual([one!.id, other!.id].toSorted())
  })
})

function byHand({ accountId, seen }: (typeof lookers)[string], wish: DeviceListArguments): WorldDevice[] {
  return devices
    .filter((device) => {
      const services = seen(device)
      if (services === undefined) return false
      const names = [device.name, ...services.map((service) => service.name)].map((name) => name.toLowerCase())
      const wanted = (wish.tag?.values ?? []).map(String)
      const carried = wanted.map((tag) => hasTag(device, tag))
      return [
        wish.name === undefined || names.some((name) => name.includes((wish.name ?? '').toLowerCase())),
        wish.state === undefined || wish.state === 'all' || device.isOnline === (wish.state === 'active'),
        wish.owner === undefined || wish.owner === (device.accountId === accountId),
        wish.platform === undefined || wish.platform?.includes(device.platform),
        wish.application === undefined || services.some((one) => wish.application?.includes(one.application)),
        wanted.length === 0 || (wish.tag?.operator === 'ALL' ? carried.every(Boolean) : carried.some(Boolean)),
      ].every(Boolean)
    })
    .toSorted((one, other) => {
      for (const word of (wish.sort ?? 'state,name').split(',')) {
        const key = word.replace('-', '')
        const [left, right] = [sortValue(one, key), sortValue(other, key)]
        if (left !== right) return left < right === word.startsWith('-') ? 1 : -1
      }
      return one.id < other.id ? -1 : 1
    })
}

function sortValue(device: WorldDevice, key: string): string | number {
  switch (key) {
    case 'name':
      return device.name.toLowerCase()
    case 'state':
      return device.isOnline ? 0 : 1
    case 'platform':
      return device.platform
    case 'created':
      return device.createdAt.getTime()
    case 'lastReported':
      return device.reportedAt.getTime()
    case 'owner.email':
      return device.accountId === owner.userId ? owner.email : partner.email
    default:
      return device.quality
  }
}

const hasTag = (device: WorldDevice, name: string) =>
  device.tags.some((tag) => tag.accountId === owner.userId && tagKey(tag.name) === tagKey(name))

function newDevice(accountId: AccountId, number: number, below: (bound: number) => number): WorldDevice {
  const moment = () => new Date(Date.UTC(2026, 0, 1 + below(5)))
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  return {
    id: world.devices.ids('d'),
    accountId,
    name: `${pick(nameParts)}-${number}`,
    platform: pick([769, 1072, 5]),
    createdAt: moment(),
    reportedAt: moment(),
    isOnline: below(2) === 0,
    quality: below(4),
    services: Array.from({ length: 1 + below(3) }, () => ({
      id: world.devices.ids('s'),
      name: pick(['SSH', 'Web', 'カメラ管理', 'Pi-hole']),
      application: pick([28, 8, 1]),
    })),
    tags: tagNames.filter(() => below(3) === 0).map((name) => ({ accountId: owner.userId, name })),
  }
}

async function insertAll(): Promise<void> {
  const { queries } = world.database
  const relay = await world.relay()
  const created_at = new Date(world.clock.nowMs)
  const tags = new Map<string, TagId>(tagNames.map((name) => [name, world.devices.ids('g')]))
  await queries
    .insertInto('tags')
    .values(
      [...tags].map(([name, id]) => ({
        account_id: owner.userId,
        id,
        name,
        name_key: tagKey(name),
        color: 1,
        created_at,
      })),
    )
    .execute()
  for (const device of devices) {
    const { accountId: account_id, id, name, platform, createdAt, reportedAt, isOnline, quality } = device
    const place = isOnline ? { is_online: true, relay_id: relay.id, online_since: createdAt } : {}
    await queries
      .insertInto('devices')
      .values({ account_id, id, name, platform, created_at: createdAt, revised_at: createdAt })
      .execute()
    await queries
      .insertInto('device_presence')
      .values({ account_id, device_id: id, confirmed_at: reportedAt, reported_at: reportedAt, quality, ...place })
      .execute()
    const shape = { host: 'localhost', port: 22, enabled: true, created_at: createdAt }
    const services = device.services.map((service) => ({ account_id, device_id: id, ...service, ...shape }))
    await queries.insertInto('services').values(services).execute()
    const put = device.tags.map((tag) => ({
      account_id: tag.accountId,
      tag_id: tags.get(tag.name)!,
      device_id: id,
      created_at,
    }))
    if (put.length > 0) await queries.insertInto('device_tags').values(put).execute()
  }
}

async function share(userId: AccountId, shared: readonly WorldDevice[], what: 'all' | 'first'): Promise<void> {
  const rows = shared.map((device) => ({
    account_id: device.accountId,
    device_id: device.id,
    user_id: userId,
    service_ids: what === 'all' ? null : device.services.slice(0, 1).map((service) => service.id),
    created_by: device.accountId,
    created_at: device.createdAt,
  }))
  await world.database.queries.insertInto('device_shares').values(rows).execute()
}

/** With the first service of each. */
async function shareNetwork(userId: AccountId, shared: readonly WorldDevice[]): Promise<void> {
  const { queries } = world.database
  const network: { account_id: AccountId; network_id: NetworkId; created_at: Date } = {
    account_id: partner.userId,
    network_id: world.devices.ids('n'),
    created_at: new Date(world.clock.nowMs),
  }
  const { network_id: id, ...rest } = network
  await queries
    .insertInto('networks')
    .values({ ...rest, id, name: 'shared' })
    .execute()
  const places = shared.map((device) => ({ ...network, service_id: device.services[0]!.id, device_id: device.id }))
  await queries.insertInto('network_connections').values(places).execute()
  await queries
    .insertInto('network_shares')
    .values({ ...network, user_id: userId, created_by: partner.userId })
    .execute()
}

async function addMember(
  userId: AccountId,
  role: { access: string; device_ids?: string[]; tag_keys?: string[] },
): Promise<void> {
  const { queries } = world.database
  const account = { account_id: owner.userId, created_at: new Date(world.clock.nowMs) }
  await queries
    .insertInto('organizations')
    .values({ ...account, name: 'Works', verification_value: 'x' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const id = world.devices.ids('p')
  await queries
    .insertInto('roles')
    .values({ ...account, id, name: id, permissions: ['VIEW'], ...role })
    .execute()
  await queries
    .insertInto('members')
    .values({ ...account, user_id: userId, role_id: id, is_licensed: true })
    .execute()
}
