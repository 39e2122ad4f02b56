// The people around a fleet: an organization with roles and members, guests, and networks that are shared.

import { randomBytes } from 'node:crypto'
import { createIdFactory, type AccountId } from '@farport/vocabulary'
import type { Database, Queries, Tx } from '../../apps/server/src/platform/database.ts'
import { networkNames } from './device-names.ts'
import type { Random } from './random.ts'
import type { SeededDevice } from './seed-devices.ts'
import { accountIdOf, addPerson } from './seed-store.ts'

export interface Company {
  readonly accountId: AccountId
  readonly nowMs: number
  /** For the people who are made: they cannot sign in without one. */
  readonly passwordHash: string | undefined
}

/** `tagKeys`: for a role over tags. */
const roles = [
  { name: 'Field engineers', permissions: ['VIEW', 'CONNECT', 'SCRIPTING'], access: 'TAG', tagKeys: ['production', 'outdoor'] },
  { name: 'Managers', permissions: ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE'], access: 'ALL', tagKeys: [] },
  { name: 'Auditors', permissions: ['VIEW'], access: 'SELECTED', tagKeys: [] },
  { name: '閲覧者', permissions: ['VIEW', 'CONNECT'], access: 'ALL', tagKeys: [] },
] as const // prettier-ignore

/** In the order of their roles above; the last two have no licence. */
export const memberEmails = [
  'mia.tanaka@example.org',
  'omar.haddad@example.org',
  'olga.petrova@example.org',
  'raj.sharma@example.org',
  'kim.minseo@example.org',
] as const
/** Guests of whole devices, of single services, and of a network. */
export const guestEmails = ['guest.ana@example.org', 'guest.luca@example.org', 'guest.yuki@example.org'] as const

const selectedMax = 200
const sharedMax = 40
const inNetworkMax = 12

export async function seedCompany(
  database: Database,
  random: Random,
  company: Company,
  devices: readonly SeededDevice[],
): Promise<void> {
  const people = new Map<string, AccountId>()
  for (const email of [...memberEmails, ...guestEmails]) {
    people.set(email, await ensurePerson(database.queries, email, company.passwordHash))
  }
  await database.transaction(async (tx) => {
    await insertOrganization(tx, company, devices)
    await insertMembers(
      tx,
      company,
      memberEmails.map((email) => idOf(people, email)),
    )
    const [ana, luca, yuki] = guestEmails.map((email) => idOf(people, email))
    await shareDevices(tx, company, ana, devices.slice(0, sharedMax), 'whole')
    await shareDevices(tx, company, luca, devices.slice(sharedMax, sharedMax + 5), 'first service')
    await insertNetworks(tx, random, company, devices, yuki)
  })
}

export async function ensurePerson(
  queries: Queries,
  email: string,
  passwordHash: string | undefined,
): Promise<AccountId> {
  const known = await accountIdOf(queries, email)
  if (known !== undefined) return known
  const id = newIdAt(Date.now())('a')
  await addPerson(queries, { id, email, passwordHash })
  return id
}

async function insertOrganization(
  tx: Tx,
  { accountId, nowMs }: Company,
  devices: readonly SeededDevice[],
): Promise<void> {
  const created = { created_at: new Date(nowMs) }
  await tx
    .insertInto('organizations')
    .values({
      account_id: accountId,
      name: 'Example Works 例',
      verification_value: randomBytes(16).toString('hex'),
      ...created,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const newId = newIdAt(nowMs)
  const selected = devices.slice(0, selectedMax).map(({ id }) => id)
  await tx
    .insertInto('roles')
    .values(
      roles.map(({ name, permissions, access, tagKeys }) => ({
        account_id: accountId,
        id: newId('p'),
        name,
        permissions: [...permissions],
        access,
        tag_keys: [...tagKeys],
        device_ids: access === 'SELECTED' ? selected : [],
        ...created,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function insertMembers(tx: Tx, { accountId, nowMs }: Company, people: readonly AccountId[]): Promise<void> {
  const rows = await tx.selectFrom('roles').select(['id', 'name']).where('account_id', '=', accountId).execute()
  const roleIds = roles.map(({ name }) => rows.find((row) => row.name === name)?.id ?? null)
  await tx
    .insertInto('members')
    .values(
      people.map((userId, place) => ({
        account_id: accountId,
        user_id: userId,
        role_id: roleIds[place % roleIds.length] ?? null,
        is_licensed: place < people.length - 2,
        created_at: new Date(nowMs),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function shareDevices(
  tx: Tx,
  { accountId, nowMs }: Pick<Company, 'accountId' | 'nowMs'>,
  userId: AccountId | undefined,
  devices: readonly SeededDevice[],
  what: 'whole' | 'first service',
): Promise<void> {
  if (userId === undefined || devices.length === 0) return
  await tx
    .insertInto('device_shares')
    .values(
      devices.map((device) => ({
        account_id: accountId,
        device_id: device.id,
        user_id: userId,
        can_script: what === 'whole',
        service_ids: what === 'whole' ? null : device.serviceIds.slice(0, 1),
        created_by: accountId,
        created_at: new Date(nowMs),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function insertNetworks(
  tx: Tx,
  random: Random,
  { accountId, nowMs }: Company,
  devices: readonly SeededDevice[],
  guest: AccountId | undefined,
): Promise<void> {
  if (devices.length === 0) return
  const newId = newIdAt(nowMs)
  const created = { created_at: new Date(nowMs) }
  for (const [place, name] of networkNames.entries()) {
    const id = newId('n')
    await tx
      .insertInto('networks')
      .values({ account_id: accountId, id, name, ...created })
      .execute()
    const members = Array.from({ length: Math.min(inNetworkMax, devices.length) }, () => random.pick(devices))
    await tx
      .insertInto('network_connections')
      .values(
        members.map((device, at) => ({
          account_id: accountId,
          network_id: id,
          service_id: device.serviceIds[0] ?? '',
          device_id: device.id,
          port: 33_000 + at,
          ...created,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (place !== 0 || guest === undefined) continue
    const share = { account_id: accountId, network_id: id, user_id: guest, created_by: accountId, ...created }
    await tx.insertInto('network_shares').values(share).execute()
  }
}

const newIdAt = (nowMs: number) => createIdFactory({ now: () => nowMs, randomBytes: () => randomBytes(8) })

function idOf(people: ReadonlyMap<string, AccountId>, email: string): AccountId {
  const id = people.get(email)
  if (id === undefined) throw new Error(`${email} was not made`)
  return id
}
