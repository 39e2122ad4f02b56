// The SQL of devices and of their agents' keys.

import { sql, type Selectable } from 'kysely'
import type { AccountId, Attributes, DeviceId, RelayId } from '@farport/vocabulary'
import type { DevicePresence, Devices } from '../../../generated/database.ts'
import { sightDevices, type Actor } from '../../access/index.ts'
import type { Queries, Tx } from '#platform/database'
import type { Device, SeenDevice } from './device.ts'
import { qualities } from './quality.ts'

const deviceColumns = [
  'devices.account_id',
  'devices.id',
  'devices.name',
  'devices.platform',
  'devices.hardware_id',
  'devices.attributes',
  'devices.revision',
  'devices.created_at',
  'device_presence.is_online',
  'device_presence.relay_id',
  'device_presence.online_since',
  'device_presence.offline_since',
  'device_presence.reported_at',
  'device_presence.external_address',
  'device_presence.internal_address',
  'device_presence.agent_version',
  'device_presence.availability',
  'device_presence.instability',
  'device_presence.quality',
] as const

/** For statements that are written out. */
export const allDeviceColumns = sql.raw(deviceColumns.join(', '))

export type DeviceRow = Pick<
  Selectable<Devices> & Selectable<DevicePresence>,
  (typeof deviceColumns)[number] extends `${string}.${infer Column}` ? Column : never
>

export function toDevice(row: DeviceRow): Device {
  // Ids and attributes were parsed before they were written.
  return {
    id: row.id as DeviceId,
    accountId: row.account_id as AccountId,
    name: row.name,
    platform: row.platform,
    hardwareId: row.hardware_id ?? undefined,
    attributes: row.attributes as Attributes, // an object by mergeAttributes
    revision: Number(row.revision),
    createdAt: row.created_at,
    isOnline: row.is_online,
    relayId: (row.relay_id as RelayId | null) ?? undefined, // likewise parsed
    onlineSince: row.online_since ?? undefined,
    offlineSince: row.offline_since ?? undefined,
    reportedAt: row.reported_at ?? undefined,
    externalAddress: row.external_address ?? undefined,
    internalAddress: row.internal_address ?? undefined,
    agentVersion: row.agent_version ?? undefined,
    availability: row.availability ?? undefined,
    instability: row.instability ?? undefined,
    quality: qualities[row.quality] ?? 'UNKNOWN',
  }
}

/** Devices with where they are. */
function selectDevices(queries: Queries) {
  return queries
    .selectFrom('devices')
    .innerJoin('device_presence', (join) =>
      join
        .onRef('device_presence.account_id', '=', 'devices.account_id')
        .onRef('device_presence.device_id', '=', 'devices.id'),
    )
    .select(deviceColumns)
}

export async function findDevice(queries: Queries, id: DeviceId): Promise<Device | undefined> {
  const row = await selectDevices(queries).where('devices.id', '=', id).executeTakeFirst()
  return row && toDevice(row)
}

/** Those that exist, in any order. */
export async function findDevices(queries: Queries, ids: readonly DeviceId[]): Promise<Device[]> {
  const rows = await selectDevices(queries)
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return rows.map(toDevice)
}

/** Holds the device until the transaction ends, so that what was checked stays true. */
export async function findDeviceForUpdate(tx: Tx, id: DeviceId): Promise<Device | undefined> {
  const row = await selectDevices(tx).where('devices.id', '=', id).forUpdate('devices').executeTakeFirst()
  return row && toDevice(row)
}

/** Those that exist. They may change until the transaction ends, but neither go nor become another account's. */
export async function holdDevices(tx: Tx, actor: Actor, ids: readonly DeviceId[]): Promise<SeenDevice[]> {
  if (ids.length === 0) return []
  const rows = await selectDevices(tx)
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('devices.id')
    .forKeyShare('devices')
    .execute()
  return sightDevices(tx, actor, rows.map(toDevice))
}

/** Those that exist, as the actor stands to them, whether they may see them or not. */
export async function seeDevices(queries: Queries, actor: Actor, ids: readonly DeviceId[]): Promise<SeenDevice[]> {
  return sightDevices(queries, actor, await findDevices(queries, ids))
}

export async function seeDevice(queries: Queries, actor: Actor, id: DeviceId): Promise<SeenDevice | undefined> {
  return (await seeDevices(queries, actor, [id]))[0]
}

/** Holds the device until the transaction ends, so that what was checked stays true. */
export async function seeDeviceForUpdate(tx: Tx, actor: Actor, id: DeviceId): Promise<SeenDevice | undefined> {
  const device = await findDeviceForUpdate(tx, id)
  return device && (await sightDevices(tx, actor, [device]))[0]
}

/** Held, in one order, until the transaction ends. */
export async function seeDevicesForUpdate(tx: Tx, actor: Actor, ids: readonly DeviceId[]): Promise<SeenDevice[]> {
  const rows = await selectDevices(tx)
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('devices.id')
    .forUpdate('devices')
    .execute()
  return sightDevices(tx, actor, rows.map(toDevice))
}

export async function findDeviceByKey(queries: Queries, publicKey: string): Promise<Device | undefined> {
  const row = await selectDevices(queries)
    .innerJoin('agent_keys', (join) =>
      join.onRef('agent_keys.account_id', '=', 'devices.account_id').onRef('agent_keys.device_id', '=', 'devices.id'),
    )
    .where('agent_keys.public_key', '=', publicKey)
    .executeTakeFirst()
  return row && toDevice(row)
}

export async function hasDeviceOnHardware(
  queries: Queries,
  accountId: AccountId,
  hardwareId: string,
): Promise<boolean> {
  const row = await queries
    .selectFrom('devices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('hardware_id', '=', hardwareId)
    .executeTakeFirst()
  return row !== undefined
}

/** The keys of the devices' agents. */
export async function keysOfDevices(queries: Queries, ids: readonly DeviceId[]): Promise<Map<DeviceId, string>> {
  const rows = await queries
    .selectFrom('agent_keys')
    .innerJoin('devices', (join) =>
      join.onRef('devices.account_id', '=', 'agent_keys.account_id').onRef('devices.id', '=', 'agent_keys.device_id'),
    )
    .select(['agent_keys.device_id', 'agent_keys.public_key'])
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.device_id as DeviceId, row.public_key])) // parsed before it was written
}

/** Another agent speaks for the device from now on. */
export async function replaceAgent(
  tx: Tx,
  device: Pick<Device, 'accountId' | 'id'>,
  agent: Pick<NewDevice, 'agentKey' | 'agentVersion' | 'at'> & {
    hardwareId?: string | undefined
    internalAddress?: string | undefined
  },
): Promise<void> {
  await tx
    .updateTable('agent_keys')
    .set({ public_key: agent.agentKey })
    .where('account_id', '=', device.accountId)
    .where('device_id', '=', device.id)
    .execute()
  await whereDevice(tx, device)
    .set({ hardware_id: agent.hardwareId ?? null, revised_at: agent.at })
    .execute()
  await tx
    .updateTable('device_presence')
    .set({ agent_version: agent.agentVersion, internal_address: agent.internalAddress ?? null })
    .where('account_id', '=', device.accountId)
    .where('device_id', '=', device.id)
    .execute()
}

export interface NewDevice {
  readonly id: DeviceId
  readonly accountId: AccountId
  readonly name: string
  readonly platform: number
  readonly hardwareId: string | undefined
  readonly agentKey: string
  readonly agentVersion: string
  readonly internalAddress: string | undefined
  readonly at: Date
}

export async function insertDevice(tx: Tx, device: NewDevice): Promise<void> {
  const owner = { account_id: device.accountId, device_id: device.id }
  await tx
    .insertInto('devices')
    .values({
      account_id: device.accountId,
      id: device.id,
      name: device.name,
      platform: device.platform,
      hardware_id: device.hardwareId ?? null,
      created_at: device.at,
      revised_at: device.at,
    })
    .execute()
  await tx
    .insertInto('agent_keys')
    .values({ ...owner, public_key: device.agentKey })
    .execute()
  await tx
    .insertInto('device_presence')
    .values({
      ...owner,
      // Nothing is known yet, so that any fact is newer.
      fact_at: new Date(0),
      confirmed_at: device.at,
      reported_at: device.at,
      agent_version: device.agentVersion,
      internal_address: device.internalAddress ?? null,
    })
    .execute()
}

/** Those of the account's names that begin alike, case ignored: enough to find a free one. */
export async function namesBeginningWith(queries: Queries, accountId: AccountId, start: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('devices')
    .select('name')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`starts_with(lower(name), ${start.toLowerCase()})`)
    .execute()
  return rows.map((row) => row.name)
}

export async function renameDeviceRow(tx: Tx, device: Device, name: string): Promise<void> {
  await whereDevice(tx, device).set({ name }).execute()
}

export async function saveAttributes(tx: Tx, device: Device, attributes: Attributes): Promise<void> {
  await whereDevice(tx, device)
    .set({ attributes: JSON.stringify(attributes) })
    .execute()
}

/** The agent has something else to do from now on. Gives the revision that says so. */
export async function bumpRevision(tx: Tx, device: Pick<Device, 'accountId' | 'id'>, at: Date): Promise<number> {
  const row = await whereDevice(tx, device)
    .set((expression) => ({ revision: expression('revision', '+', '1'), revised_at: at }))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return Number(row.revision)
}

export async function deleteDeviceRows(tx: Tx, devices: readonly Pick<Device, 'accountId' | 'id'>[]): Promise<void> {
  await sql`
    delete from devices where (account_id, id) in (
      select * from unnest(
        ${devices.map((device) => device.accountId)}::text[], ${devices.map((device) => device.id)}::text[]
      )
    )`.execute(tx)
}

/** What is its own goes with it: its agent's key, its services, where it is. */
export async function moveDeviceRow(
  tx: Tx,
  device: Pick<Device, 'accountId' | 'id'>,
  to: { accountId: AccountId; name: string },
): Promise<void> {
  await whereDevice(tx, device).set({ account_id: to.accountId, name: to.name }).execute()
}

const whereDevice = (tx: Tx, device: Pick<Device, 'accountId' | 'id'>) =>
  tx.updateTable('devices').where('account_id', '=', device.accountId).where('id', '=', device.id)
