// The SQL of connections. A closed one has no row.

import { sql, type Selectable } from 'kysely'
import type { ProxyEnd } from '@farport/protocol'
import type { AccountId, ConnectionId, DeviceId, RelayId, ServiceId } from '@farport/vocabulary'
import type { Connections } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { Connection, ConnectionProgress } from './connection.ts'

function toConnection(row: Selectable<Connections>): Connection {
  return {
    // All ids were parsed before they were written.
    id: row.id as ConnectionId,
    accountId: row.account_id as AccountId, // see above
    deviceId: row.device_id as DeviceId, // see above
    serviceId: row.service_id as ServiceId, // see above
    userId: row.user_id as AccountId, // see above
    accessKey: row.access_key ?? undefined,
    relayId: row.relay_id as RelayId, // see above
    hostRule: row.host_rule,
    idleTimeoutMs: row.idle_timeout_ms,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    progress: toProgress(row),
  }
}

function toProgress(row: Selectable<Connections>): ConnectionProgress {
  const at = row.state_at
  if (row.state === 'opening') return { state: 'opening', at }
  if (row.state === 'closing' && row.end_reason !== null) {
    return { state: 'closing', at, end: row.end_reason as ProxyEnd } // written from a ConnectionProgress
  }
  if ((row.state === 'open' || row.state === 'reopening') && row.host !== null && row.port !== null) {
    return { state: row.state, at, host: row.host, port: row.port }
  }
  throw new Error(`the connection ${row.id} is in no state that its constraints allow`)
}

function progressColumns(progress: ConnectionProgress) {
  return {
    state: progress.state,
    state_at: progress.at,
    host: 'host' in progress ? progress.host : null,
    port: 'port' in progress ? progress.port : null,
    end_reason: 'end' in progress ? progress.end : null,
  }
}

/** False when a live one with the same rule is there already. */
export async function insertConnection(tx: Tx, connection: Connection): Promise<boolean> {
  const row = await tx
    .insertInto('connections')
    .values({
      account_id: connection.accountId,
      id: connection.id,
      device_id: connection.deviceId,
      service_id: connection.serviceId,
      user_id: connection.userId,
      access_key: connection.accessKey ?? null,
      relay_id: connection.relayId,
      host_rule: connection.hostRule,
      idle_timeout_ms: connection.idleTimeoutMs,
      created_at: connection.createdAt,
      expires_at: connection.expiresAt,
      ...progressColumns(connection.progress),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findConnection(queries: Queries, id: ConnectionId): Promise<Connection | undefined> {
  const row = await queries.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toConnection(row)
}

export async function findConnectionForUpdate(tx: Tx, id: ConnectionId): Promise<Connection | undefined> {
  const row = await tx.selectFrom('connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toConnection(row)
}

export async function findLiveConnection(
  tx: Tx,
  like: Pick<Connection, 'accountId' | 'serviceId' | 'userId' | 'hostRule'>,
): Promise<Connection | undefined> {
  const row = await tx
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', like.accountId)
    .where('service_id', '=', like.serviceId)
    .where('user_id', '=', like.userId)
    .where('host_rule', '=', like.hostRule)
    .where('state', '!=', 'closing')
    .forUpdate()
    .executeTakeFirst()
  return row && toConnection(row)
}

export async function saveProgress(tx: Tx, connection: Connection, progress: ConnectionProgress): Promise<void> {
  await tx
    .updateTable('connections')
    .set(progressColumns(progress))
    .where('account_id', '=', connection.accountId)
    .where('id', '=', connection.id)
    .execute()
}

export async function deleteConnectionRow(tx: Tx, connection: Connection): Promise<void> {
  await tx
    .deleteFrom('connections')
    .where('account_id', '=', connection.accountId)
    .where('id', '=', connection.id)
    .execute()
}

export async function connectionsOfDevicesForUpdate(
  tx: Tx,
  devices: readonly { accountId: AccountId; id: DeviceId }[],
): Promise<Connection[]> {
  const rows = await tx
    .selectFrom('connections')
    .selectAll()
    .where(
      sql<boolean>`(account_id, device_id) in (
        select * from unnest(${devices.map((one) => one.accountId)}::text[], ${devices.map((one) => one.id)}::text[]))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toConnection)
}

/** What these people have open, or will, to devices of the account. */
export async function connectionsOfUsersForUpdate(
  tx: Tx,
  wanted: { accountId: AccountId; userIds: readonly AccountId[] },
): Promise<Connection[]> {
  const rows = await tx
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', sql<string>`any(${wanted.userIds}::text[])`)
    .where('account_id', '=', wanted.accountId)
    .where('state', '<>', 'closing')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toConnection)
}

/** What the user has open, or will, and opened with the access key; in sessions when it is undefined. */
export async function connectionsOfCredentialForUpdate(
  tx: Tx,
  wanted: { userId: AccountId; accessKey: string | undefined },
): Promise<Connection[]> {
  const rows = await tx
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .where('access_key', 'is not distinct from', wanted.accessKey ?? null)
    .where('state', '<>', 'closing')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toConnection)
}

/** What the user has open to these services, newest first. */
export async function openConnections(
  queries: Queries,
  wanted: { serviceIds: readonly ServiceId[]; userId: AccountId },
): Promise<Connection[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('service_id', 'in', [...wanted.serviceIds])
    .where('user_id', '=', wanted.userId)
    .where('state', 'in', ['open', 'reopening'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toConnection)
}

export async function findConnections(queries: Queries, ids: readonly ConnectionId[]): Promise<Connection[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(toConnection)
}

/** In pages by id, because a relay may have thousands. */
export async function connectionsOfRelay(
  tx: Tx,
  page: { relayId: RelayId; after: ConnectionId | undefined; countMax: number },
): Promise<Connection[]> {
  let query = tx.selectFrom('connections').selectAll().where('relay_id', '=', page.relayId)
  if (page.after !== undefined) query = query.where('id', '>', page.after)
  const rows = await query.orderBy('id').limit(page.countMax).forUpdate().execute()
  return rows.map(toConnection)
}

export async function reopeningConnections(
  queries: Queries,
  wanted: { relayId: RelayId; deviceIds: readonly DeviceId[] },
): Promise<Connection[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('relay_id', '=', wanted.relayId)
    .where('device_id', 'in', [...wanted.deviceIds])
    .where('state', '=', 'reopening')
    .execute()
  return rows.map(toConnection)
}

/** Some of those that are overdue, and that no other process is busy with. */
export async function overdueConnections(
  tx: Tx,
  wanted: {
    /** Those that have been in the state since before that. */
    stuckBefore: Readonly<Record<'opening' | 'reopening' | 'closing', Date>>
    expiresBefore: Date
    lostRelays: readonly RelayId[]
    countMax: number
  },
): Promise<Connection[]> {
  const rows = await tx
    .selectFrom('connections')
    .selectAll()
    .where((expression) =>
      expression.or([
        expression('expires_at', '<', wanted.expiresBefore),
        ...Object.entries(wanted.stuckBefore).map(([state, before]) =>
          expression.and([expression('state', '=', state), expression('state_at', '<', before)]),
        ),
        ...(wanted.lostRelays.length > 0 ? [expression('relay_id', 'in', [...wanted.lostRelays])] : []),
      ]),
    )
    .orderBy('id')
    .limit(wanted.countMax)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toConnection)
}
