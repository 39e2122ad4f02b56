// The SQL of connect links.

import { sql, type Selectable } from 'kysely'
import type { AccountId, Attributes, DeviceId, RelayId, ServiceId } from '@farport/vocabulary'
import type { Service } from '#domains/services'
import type { ConnectLinks } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import { linkPorts, type ConnectLink } from './connect-link.ts'

interface OwnedService {
  readonly accountId: AccountId
  readonly id: ServiceId
}

const linkColumns = [
  'connect_links.account_id',
  'connect_links.service_id',
  'connect_links.code',
  'connect_links.port',
  'connect_links.password_hash',
  'connect_links.enabled',
  'connect_links.allow',
  'connect_links.deny',
  'connect_links.created_at',
  'connect_links.visits_from',
] as const

function toLink(row: Selectable<ConnectLinks>): ConnectLink {
  return {
    accountId: row.account_id as AccountId, // parsed before it was written
    serviceId: row.service_id as ServiceId, // likewise
    code: row.code,
    port: row.port ?? undefined,
    passwordHash: row.password_hash ?? undefined,
    enabled: row.enabled,
    allow: row.allow,
    deny: row.deny,
    createdAt: row.created_at,
    visitsFrom: row.visits_from,
  }
}

export async function findLink(queries: Queries, service: OwnedService): Promise<ConnectLink | undefined> {
  const row = await queries
    .selectFrom('connect_links')
    .select(linkColumns)
    .where('account_id', '=', service.accountId)
    .where('service_id', '=', service.id)
    .executeTakeFirst()
  return row && toLink(row)
}

export async function linksOfServices(
  queries: Queries,
  serviceIds: readonly ServiceId[],
): Promise<Map<ServiceId, ConnectLink>> {
  const rows = await queries
    .selectFrom('services')
    .innerJoin('connect_links', (join) =>
      join
        .onRef('connect_links.account_id', '=', 'services.account_id')
        .onRef('connect_links.service_id', '=', 'services.id'),
    )
    .select(linkColumns)
    .where('services.id', '=', sql<string>`any(${serviceIds}::text[])`)
    .execute()
  return new Map(rows.map(toLink).map((link) => [link.serviceId, link]))
}

export async function saveLink(tx: Tx, link: ConnectLink): Promise<void> {
  const settings = {
    port: link.port ?? null,
    password_hash: link.passwordHash ?? null,
    enabled: link.enabled,
    allow: [...link.allow],
    deny: [...link.deny],
    visits_from: link.visitsFrom,
  }
  const { accountId, serviceId, code, createdAt } = link
  await tx
    .insertInto('connect_links')
    .values({ account_id: accountId, service_id: serviceId, code, created_at: createdAt, ...settings })
    .onConflict((conflict) => conflict.columns(['account_id', 'service_id']).doUpdateSet(settings))
    .execute()
}

/** Any number that nothing else locks. */
const portsLock = 7_305_114_262

/** One that no link has; undefined when none is left. `random`: 0 to 1, where to begin looking. */
export async function freeLinkPort(tx: Tx, random: number): Promise<number | undefined> {
  // Two that look at one moment would find the same: the second waits until the first has it.
  await sql`select pg_advisory_xact_lock(${portsLock})`.execute(tx)
  const { first, last } = linkPorts
  const start = first + Math.floor(random * (last - first + 1))
  // The next one behind the start, or else the first one of all.
  const answer = await sql<{ port: number | null }>`
    select coalesce(
      (select port from generate_series(${start}::integer, ${last}::integer) as candidate (port)
        where not exists (select from connect_links as taken where taken.port = candidate.port) limit 1),
      (select port from generate_series(${first}::integer, ${start}::integer - 1) as candidate (port)
        where not exists (select from connect_links as taken where taken.port = candidate.port) limit 1)
    ) as port`.execute(tx)
  return answer.rows[0]?.port ?? undefined
}

/** A link with all that decides whether it is served, and where. */
export interface ServedLink {
  readonly link: ConnectLink
  readonly deviceId: DeviceId
  readonly service: Pick<Service, 'application' | 'host' | 'port' | 'enabled' | 'attributes'>
  readonly isOnline: boolean
  readonly relayId: RelayId | undefined
  readonly relayKey: string | undefined
  readonly agentKey: string | undefined
}

type Which =
  | { readonly deviceIds: readonly DeviceId[] }
  | { readonly serviceIds: readonly ServiceId[] }
  | { readonly codes: readonly string[] }

/** One question, however many. */
export async function servedLinks(queries: Queries, which: Which): Promise<ServedLink[]> {
  const all = queries
    .selectFrom('connect_links')
    .innerJoin('services', (join) =>
      join
        .onRef('services.account_id', '=', 'connect_links.account_id')
        .onRef('services.id', '=', 'connect_links.service_id'),
    )
    .leftJoin('device_presence', (join) =>
      join
        .onRef('device_presence.account_id', '=', 'services.account_id')
        .onRef('device_presence.device_id', '=', 'services.device_id'),
    )
    .leftJoin('relays', 'relays.id', 'device_presence.relay_id')
    .leftJoin('agent_keys', (join) =>
      join
        .onRef('agent_keys.account_id', '=', 'services.account_id')
        .onRef('agent_keys.device_id', '=', 'services.device_id'),
    )
    .select(linkColumns)
    .select(['services.device_id', 'services.application', 'services.host', 'services.attributes'])
    .select(['services.port as service_port', 'services.enabled as service_enabled'])
    .select(['device_presence.is_online', 'device_presence.relay_id'])
    .select(['relays.public_key as relay_key', 'agent_keys.public_key as agent_key'])
  const [column, ids] =
    'codes' in which
      ? (['connect_links.code', which.codes] as const)
      : 'serviceIds' in which
        ? (['services.id', which.serviceIds] as const)
        : (['services.device_id', which.deviceIds] as const)
  const rows = await all.where(column, '=', sql<string>`any(${ids}::text[])`).execute()
  return rows.map((row) => ({
    link: toLink(row),
    deviceId: row.device_id as DeviceId, // parsed before it was written
    service: {
      application: row.application,
      host: row.host,
      port: row.service_port,
      enabled: row.service_enabled,
      attributes: row.attributes as Attributes, // likewise
    },
    isOnline: row.is_online ?? false,
    relayId: (row.relay_id as RelayId | null) ?? undefined, // likewise
    relayKey: row.relay_key ?? undefined,
    agentKey: row.agent_key ?? undefined,
  }))
}

/** False when there was none. */
export async function deleteLink(tx: Tx, service: OwnedService): Promise<boolean> {
  const row = await tx
    .deleteFrom('connect_links')
    .where('account_id', '=', service.accountId)
    .where('service_id', '=', service.id)
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteLinksOfDevice(tx: Tx, device: { accountId: AccountId; id: DeviceId }): Promise<void> {
  await tx
    .deleteFrom('connect_links')
    .where('account_id', '=', device.accountId)
    .where('service_id', 'in', (services) =>
      services
        .selectFrom('services')
        .select('id')
        .where('account_id', '=', device.accountId)
        .where('device_id', '=', device.id),
    )
    .execute()
}
