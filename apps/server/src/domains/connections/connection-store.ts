// The SQL of connections: of all kinds, and of proxies. A closed one has no row. What peers alone need: peer-store.ts.

import { sql, type Selectable } from 'kysely'
import type { ProxyEnd, RouteMode } from '@farport/protocol'
import type { AccountId, ConnectionId, DeviceId, RelayId, ServiceId } from '@farport/vocabulary'
import type { Connections } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { ConnectionFacts } from './connection-facts.ts'
import type { Connection, ConnectionProgress, ProxyConnection } from './connection.ts'
import type { PeerConnection, PeerProgress } from './peer.ts'

type Row = Selectable<Connections>

function toConnection(row: Row): Connection {
  return row.kind === 'peer' ? toPeer(row) : toProxy(row)
}

function toProxy(row: Row): ProxyConnection {
  if (row.kind !== 'proxy' || row.relay_id === null || row.host_rule === null || row.idle_timeout_ms === null) {
    throw new Error(`the connection ${row.id} is no proxy that its constraints allow`)
  }
  return {
    ...toFacts(row),
    kind: 'proxy',
    relayId: row.relay_id as RelayId, // parsed before it was written
    hostRule: row.host_rule,
    idleTimeoutMs: row.idle_timeout_ms,
    progress: toProgress(row),
  }
}

export function toPeer(row: Row): PeerConnection {
  if (row.kind !== 'peer' || row.initiator_key === null || row.route === null) {
    throw new Error(`the connection ${row.id} is no peer that its constraints allow`)
  }
  return {
    ...toFacts(row),
    kind: 'peer',
    relayId: (row.relay_id ?? undefined) as RelayId | undefined, // parsed before it was written
    initiatorKey: row.initiator_key,
    route: row.route as RouteMode, // likewise
    progress: toPeerProgress(row),
  }
}

function toFacts(row: Row): ConnectionFacts {
  return {
    // All ids were parsed before they were written.
    id: row.id as ConnectionId,
    accountId: row.account_id as AccountId, // see above
    deviceId: row.device_id as DeviceId, // see above
    serviceId: row.service_id as ServiceId, // see above
    userId: row.user_id as AccountId, // see above
    accessKey: row.access_key ?? undefined,
    sessionId: row.session_id ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function toPeerProgress(row: Row): PeerProgress {
  const at = row.state_at
  if (row.state === 'open') return { state: 'open', at }
  if (row.state === 'closing' && row.end_reason !== null) {
    return { state: 'closing', at, end: row.end_reason as ProxyEnd } // written from a PeerProgress
  }
  throw new Error(`the peer ${row.id} is in no state that its constraints allow`)
}

function toProgress(row: Row): ConnectionProgress {
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

export function factColumns(connection: ConnectionFacts) {
  return {
    account_id: connection.accountId,
    id: connection.id,
    device_id: connection.deviceId,
    service_id: connection.serviceId,
    user_id: connection.userId,
    access_key: connection.accessKey ?? null,
    session_id: connection.sessionId ?? null,
    created_at: connection.createdAt,
    expires_at: connection.expiresAt,
  }
}

export function progressColumns(progress: ConnectionProgress | PeerProgress) {
  return {
    state: progress.state,
    state_at: progress.at,
    host: 'host' in progress ? progress.host : null,
    port: 'port' in progress ? progress.port : null,
    end_reason: 'end' in progress ? progress.end : null,
  }
}

/** False when a live one with the same rule is there already. */
export async function insertProxy(tx: Tx, connection: ProxyConnection): Promise<boolean> {
  const row = await tx
    .insertInto('connections')
    .values({
      ...factColumns(connection),
      kind: 'proxy',
      relay_id: connection.relayId,
      host_rule: connection.hostRule,
      idle_timeout_ms: connection.idleTimeoutMs,
      ...progressColumns(connection.progress),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findProxy(queries: Queries, id: ConnectionId): Promise<ProxyConnection | undefined> {
  const row = await queries
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'proxy')
    .executeTakeFirst()
  return row && toProxy(row)
}

export async function findConnectionForUpdate(tx: Tx, id: ConnectionId): Promise<Connection | undefined> {
  const row = await tx.selectFrom('connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toConnection(row)
}

export async function findLiveProxy(
  tx: Tx,
  like: Pick<ProxyConnection, 'accountId' | 'serviceId' | 'userId' | 'hostRule'>,
): Promise<ProxyConnection | undefined> {
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
  return row && toProxy(row)
}

export async function saveProgress(
  tx: Tx,
  connection: ConnectionFacts,
  progress: ConnectionProgress | PeerProgress,
): Promise<void> {
  await tx
    .updateTable('connections')
    .set(progressColumns(progress))
    .where('account_id', '=', connection.accountId)
    .where('id', '=', connection.id)
    .execute()
}

export async function deleteConnectionRow(tx: Tx, connection: ConnectionFacts): Promise<void> {
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

/** What the user has open, or will, and opened with the access key; in sessions, or in this one, when it is undefined. */
export async function connectionsOfCredentialForUpdate(
  tx: Tx,
  wanted: { userId: AccountId; accessKey: string | undefined; sessionId?: string | undefined },
): Promise<Connection[]> {
  let query = tx
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .where('access_key', 'is not distinct from', wanted.accessKey ?? null)
    .where('state', '<>', 'closing')
  if (wanted.sessionId !== undefined) query = query.where('session_id', '=', wanted.sessionId)
  const rows = await query.orderBy('id').forUpdate().execute()
  return rows.map(toConnection)
}

/** The proxies that the user has open to these services, newest first. */
export async function openProxies(
  queries: Queries,
  wanted: { serviceIds: readonly ServiceId[]; userId: AccountId },
): Promise<ProxyConnection[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('service_id', 'in', [...wanted.serviceIds])
    .where('user_id', '=', wanted.userId)
    .where('kind', '=', 'proxy')
    .where('state', 'in', ['open', 'reopening'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toProxy)
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
export async function proxiesOfRelay(
  tx: Tx,
  page: { relayId: RelayId; after: ConnectionId | undefined; countMax: number },
): Promise<ProxyConnection[]> {
  let query = tx.selectFrom('connections').selectAll().where('relay_id', '=', page.relayId).where('kind', '=', 'proxy')
  if (page.after !== undefined) query = query.where('id', '>', page.after)
  const rows = await query.orderBy('id').limit(page.countMax).forUpdate().execute()
  return rows.map(toProxy)
}

export async function reopeningProxies(
  queries: Queries,
  wanted: { relayId: RelayId; deviceIds: readonly DeviceId[] },
): Promise<ProxyConnection[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('relay_id', '=', wanted.relayId)
    .where('device_id', 'in', [...wanted.deviceIds])
    .where('kind', '=', 'proxy')
    .where('state', '=', 'reopening')
    .execute()
  return rows.map(toProxy)
}

/** Some of those that are overdue, and that no other process is busy with. */
export async function overdueProxies(
  tx: Tx,
  wanted: {
    /** Those that have been in the state since before that. */
    stuckBefore: Readonly<Record<'opening' | 'reopening' | 'closing', Date>>
    expiresBefore: Date
    /** Those whose devices have been offline since before that. */
    awayBefore: Date
    lostRelays: readonly RelayId[]
    countMax: number
  },
): Promise<ProxyConnection[]> {
  const rows = await tx
    .selectFrom('connections')
    .selectAll()
    .where('kind', '=', 'proxy')
    .where((expression) =>
      expression.or([
        expression('expires_at', '<', wanted.expiresBefore),
        ...Object.entries(wanted.stuckBefore).map(([state, before]) =>
          expression.and([expression('state', '=', state), expression('state_at', '<', before)]),
        ),
        expression.exists(
          expression
            .selectFrom('device_presence')
            .select('device_presence.device_id')
            .whereRef('device_presence.account_id', '=', 'connections.account_id')
            .whereRef('device_presence.device_id', '=', 'connections.device_id')
            .where('device_presence.is_online', '=', false)
            .where('device_presence.offline_since', '<', wanted.awayBefore),
        ),
        ...(wanted.lostRelays.length > 0 ? [expression('relay_id', 'in', [...wanted.lostRelays])] : []),
      ]),
    )
    .orderBy('id')
    .limit(wanted.countMax)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toProxy)
}
