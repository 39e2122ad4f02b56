// For tests: random worlds of accounts, with devices, tags, roles, shares and networks, in rows.

import type { AccountId, DeviceId, NetworkId, Permission } from '@farport/vocabulary'
import fc from 'fast-check'
import type { Queries } from '#platform/database'

/** In each world. */
export const accounts = 4
const devicesPerAccount = 7
const tagsPerAccount = 3

const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const subset = (count: number) => fc.uniqueArray(index(count), { maxLength: count })

/** Every number names an account, a device of an account, or a tag of an account, by its place. */
export const worlds = fc.record({
  tagged: fc.array(
    fc.record({ account: index(accounts), device: index(devicesPerAccount), tag: index(tagsPerAccount) }),
  ),
  members: fc.uniqueArray(
    fc.record({
      account: index(accounts),
      user: index(accounts),
      hasRole: fc.boolean(),
      isLicensed: fc.boolean(),
      permissions: fc.subarray<Permission>(['CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN']),
      access: fc.constantFrom('NONE', 'ALL', 'TAG', 'SELECTED', 'CUSTOM'),
      operator: fc.constantFrom('ANY', 'ALL'),
      // One more than there are: a role may name a tag that nobody has made.
      tags: subset(tagsPerAccount + 1),
      devices: subset(devicesPerAccount),
    }),
    { selector: ({ account, user }) => account * accounts + user },
  ),
  shares: fc.uniqueArray(
    fc.record({
      account: index(accounts),
      device: index(devicesPerAccount),
      user: index(accounts),
      canScript: fc.boolean(),
      isWhole: fc.boolean(),
    }),
    { selector: ({ account, device, user }) => (account * devicesPerAccount + device) * accounts + user },
  ),
  networks: fc.array(
    fc.record({
      account: index(accounts),
      devices: subset(devicesPerAccount),
      users: subset(accounts),
      tags: subset(tagsPerAccount),
    }),
    { maxLength: 3 },
  ),
})

export type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

let made = 0

/** An id of its own for each thing of each world: the worlds stand side by side in one database. */
const idOf = (kind: string, world: number, place: number) => `${kind}-${String(world * 1000 + place).padStart(16, '0')}`

export interface BuiltWorld {
  people: AccountId[]
  devices: { accountId: AccountId; id: DeviceId }[]
  networks: { accountId: AccountId; id: NetworkId }[]
}

/** Worlds stand side by side in one database, and know nothing of each other. */
export async function buildWorld(queries: Queries, world: World): Promise<BuiltWorld> {
  made += 1
  const [account, tag, device] = [
    (place: number) => idOf('a', made, place) as AccountId, // well-formed by idOf, as all ids here
    (owner: number, place: number) => idOf('g', made, owner * tagsPerAccount + place),
    (owner: number, place: number) => idOf('d', made, owner * devicesPerAccount + place) as DeviceId, // see above
  ]
  const at = new Date()
  const all = Array.from({ length: accounts }, (_, place) => place)
  const insert = async (
    table:
      | 'auth.user'
      | 'organizations'
      | 'tags'
      | 'devices'
      | 'device_presence'
      | 'services'
      | 'roles'
      | 'members'
      | 'device_tags'
      | 'device_shares'
      | 'networks'
      | 'network_connections'
      | 'network_shares'
      | 'network_tags',
    rows: object[],
  ) => {
    if (rows.length > 0)
      await queries
        .insertInto(table)
        .values(rows)
        .onConflict((one) => one.doNothing())
        .execute()
  }
  await insert(
    'auth.user',
    all.map((place) => ({ id: account(place), name: '', email: `${account(place)}@example.org` })),
  )
  await insert(
    'organizations',
    all.map((place) => ({ account_id: account(place), name: 'o', verification_value: '', created_at: at })),
  )
  const perAccount = (count: number, row: (owner: number, place: number) => object) =>
    all.flatMap((owner) => Array.from({ length: count }, (_, place) => row(owner, place)))
  await insert(
    'tags',
    perAccount(tagsPerAccount, (owner, place) => ({
      account_id: account(owner),
      id: tag(owner, place),
      name: `T${place}`,
      name_key: `t${place}`,
      color: 1,
      created_at: at,
    })),
  )
  await insert(
    'devices',
    perAccount(devicesPerAccount, (owner, place) => ({
      account_id: account(owner),
      id: device(owner, place),
      name: `device ${place}`,
      platform: 769,
      created_at: at,
      revised_at: at,
    })),
  )
  await insert(
    'device_presence',
    perAccount(devicesPerAccount, (owner, place) => ({
      account_id: account(owner),
      device_id: device(owner, place),
      fact_at: at,
      confirmed_at: at,
    })),
  )
  const service = (owner: number, place: number) => device(owner, place).replace('d-', 's-')
  await insert(
    'services',
    perAccount(devicesPerAccount, (owner, place) => ({
      account_id: account(owner),
      id: service(owner, place),
      device_id: device(owner, place),
      name: 'ssh',
      application: 28,
      host: 'localhost',
      port: 22,
      enabled: true,
      created_at: at,
    })),
  )
  await insert(
    'device_tags',
    world.tagged.map((one) => ({
      account_id: account(one.account),
      tag_id: tag(one.account, one.tag),
      device_id: device(one.account, one.device),
      created_at: at,
    })),
  )
  const members = world.members.filter((one) => one.account !== one.user)
  const role = (one: World['members'][number]) => idOf('p', made, one.account * accounts + one.user)
  await insert(
    'roles',
    members.map((one) => ({
      account_id: account(one.account),
      id: role(one),
      name: role(one),
      permissions: ['VIEW', ...one.permissions],
      access: one.access,
      tag_operator: one.operator,
      tag_keys: one.tags.map((place) => `t${place}`),
      device_ids: one.devices.map((place) => device(one.account, place)),
      created_at: at,
    })),
  )
  await insert(
    'members',
    members.map((one) => ({
      account_id: account(one.account),
      user_id: account(one.user),
      role_id: one.hasRole ? role(one) : null,
      is_licensed: one.isLicensed,
      created_at: at,
    })),
  )
  await insert(
    'device_shares',
    world.shares
      .filter((one) => one.account !== one.user)
      .map((one) => ({
        account_id: account(one.account),
        device_id: device(one.account, one.device),
        user_id: account(one.user),
        can_script: one.canScript,
        service_ids: one.isWhole ? null : [service(one.account, one.device)],
        created_by: account(one.account),
        created_at: at,
      })),
  )
  for (const [place, network] of world.networks.entries()) {
    const own = { account_id: account(network.account), network_id: idOf('n', made, place) }
    await insert('networks', [{ account_id: own.account_id, id: own.network_id, name: 'net', created_at: at }])
    await insert(
      'network_connections',
      network.devices.map((one) => ({
        ...own,
        service_id: service(network.account, one),
        device_id: device(network.account, one),
        created_at: at,
      })),
    )
    await insert(
      'network_shares',
      network.users
        .filter((user) => user !== network.account)
        .map((user) => ({
          ...own,
          user_id: account(user),
          created_by: own.account_id,
          created_at: at,
        })),
    )
    await insert(
      'network_tags',
      network.tags.map((one) => ({ ...own, tag_id: tag(network.account, one), created_at: at })),
    )
  }
  const networks = world.networks.map(({ account: owner }, place) => ({
    accountId: account(owner),
    id: idOf('n', made, place) as NetworkId, // well-formed by idOf
  }))
  const devices = perAccount(devicesPerAccount, (owner, place) => ({
    accountId: account(owner),
    id: device(owner, place),
  }))
  return { people: all.map(account), networks, devices: devices as { accountId: AccountId; id: DeviceId }[] } // as perAccount was told
}
