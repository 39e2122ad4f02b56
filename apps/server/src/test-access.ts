// For tests: people who reach things of an account that is not theirs, as members or as guests, in rows.

import type { AccountId, NetworkId, Permission } from '@farport/vocabulary'
import type { Actor } from './access/index.ts'
import type { TestDomains } from './test-domains.ts'

export interface TestRole {
  permissions: Permission[]
  access: 'ALL' | 'TAG' | 'SELECTED'
  tagKeys?: string[]
  deviceIds?: string[]
}

/** Somebody who has signed up, with a role of their own in the owner's organization. Gives them with that access. */
export async function addMember(world: TestDomains, owner: Actor, role: TestRole): Promise<Actor> {
  const { queries } = world.database
  const person = await world.account()
  const [accountId, roleId, at] = [owner.userId, world.devices.ids('p'), new Date(world.clock.now())]
  await queries
    .insertInto('organizations')
    .values({ account_id: accountId, name: 'Firm', verification_value: 'x', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await queries
    .insertInto('roles')
    .values({
      account_id: accountId,
      id: roleId,
      name: roleId,
      permissions: role.permissions,
      access: role.access,
      tag_keys: role.tagKeys ?? [],
      device_ids: role.deviceIds ?? [],
      created_at: at,
    })
    .execute()
  await queries
    .insertInto('members')
    .values({ account_id: accountId, user_id: person.userId, role_id: roleId, is_licensed: true, created_at: at })
    .execute()
  return world.again(person)
}

/** With all services that the device has, or will have. */
export async function shareDevice(
  world: TestDomains,
  device: { accountId: AccountId; id: string },
  guest: Actor,
): Promise<void> {
  await world.database.queries
    .insertInto('device_shares')
    .values({ ...sharing(world, device.accountId, guest), device_id: device.id })
    .execute()
}

export async function shareNetwork(
  world: TestDomains,
  network: { accountId: AccountId; id: NetworkId },
  guest: Actor,
): Promise<void> {
  await world.database.queries
    .insertInto('network_shares')
    .values({ ...sharing(world, network.accountId, guest), network_id: network.id })
    .execute()
}

const sharing = (world: TestDomains, accountId: AccountId, guest: Actor) => ({
  account_id: accountId,
  user_id: guest.userId,
  created_by: accountId,
  created_at: new Date(world.clock.now()),
})
