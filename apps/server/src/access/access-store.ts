// What access rests on, in SQL: the grants of a person, the facts of things as a person stands to them, and clauses as
// predicates for lists. Reads tables of several domains, and writes none.

import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely'
import type { AccountId, DeviceId, NetworkId, Permission, RoleId, ServiceId, TagId } from '@farport/vocabulary'
import type { DB } from '../../generated/database.ts'
import type { Queries } from '#platform/database'
import {
  actorOf,
  firstDevicesMax,
  hasWholeAccount,
  type Actor,
  type Clause,
  type Grant,
  type ResourceFacts,
  type Scope,
  type Share,
} from './access.ts'

export async function loadActor(queries: Queries, person: { userId: AccountId; isOperator: boolean }): Promise<Actor> {
  const rows = await selectRoles(queries).where('members.user_id', '=', person.userId).execute()
  return actorOf(person, rows.map(toGrant))
}

/** A member of an account, with what their role gives there. */
export interface MemberGrant {
  readonly userId: AccountId
  readonly roleId: RoleId
  readonly grant: Grant
}

/** Of each account, those who have a role: so many at most of each, by their ids. */
export async function memberGrants(
  queries: Queries,
  accountIds: readonly AccountId[],
  countMax: number,
): Promise<Map<AccountId, MemberGrant[]>> {
  const rows = await selectRoles(queries)
    .where('members.role_id', 'is not', null)
    .where(
      sql<boolean>`(members.account_id, members.user_id) in (
        select account_id, user_id from unnest(${accountIds}::text[]) as asked (id) cross join lateral (
          select account_id, user_id from members where account_id = asked.id order by user_id limit ${countMax}
        ) as member)`,
    )
    .orderBy('members.user_id')
    .execute()
  const grants = rows.map((row): MemberGrant => ({
    userId: row.user_id as AccountId, // parsed before it was written, as is the next
    roleId: row.role_id as RoleId,
    grant: toGrant(row),
  }))
  return Map.groupBy(grants, ({ grant }) => grant.accountId)
}

const selectRoles = (queries: Queries) =>
  queries
    .selectFrom('members')
    .leftJoin('roles', (join) =>
      join.onRef('roles.account_id', '=', 'members.account_id').onRef('roles.id', '=', 'members.role_id'),
    )
    .select([
      'members.account_id',
      'members.user_id',
      'members.role_id',
      'members.is_licensed',
      'permissions',
      'access',
      'tag_operator',
      'tag_keys',
      'device_ids',
    ])
    .select((expression) =>
      sql<string[]>`array(${expression
        .selectFrom('tags')
        .select('tags.id')
        .whereRef('tags.account_id', '=', 'members.account_id')
        .where(sql<boolean>`tags.name_key = any(roles.tag_keys)`)})`.as('tag_ids'),
    )

interface RoleRow {
  readonly account_id: string
  readonly is_licensed: boolean
  readonly permissions: string[] | null
  readonly access: string | null
  readonly tag_operator: string | null
  readonly tag_keys: string[] | null
  readonly tag_ids: string[]
  readonly device_ids: string[] | null
}

function toGrant(row: RoleRow): Grant {
  return {
    accountId: row.account_id as AccountId, // parsed before it was written
    permissions: (row.permissions ?? []) as Permission[], // the table's constraint has the same list
    scope: toScope(row),
    isLicensed: row.is_licensed,
  }
}

export function toScope(row: Pick<RoleRow, 'access' | 'tag_operator' | 'tag_keys' | 'tag_ids' | 'device_ids'>): Scope {
  const tagKeys = row.tag_keys ?? []
  const deviceIds = row.device_ids ?? []
  switch (row.access) {
    case 'ALL':
      return { over: 'account' }
    case 'TAG': {
      const operator = row.tag_operator === 'ALL' ? 'ALL' : 'ANY'
      // What has to carry a tag that does not exist is nothing.
      const isImpossible = row.tag_ids.length === 0 || (operator === 'ALL' && row.tag_ids.length < tagKeys.length)
      if (isImpossible) return { over: 'nothing' }
      return { over: 'tags', operator, tagIds: row.tag_ids as TagId[] } // parsed before they were written
    }
    case 'SELECTED':
    case 'CUSTOM':
      return deviceIds.length === 0 ? { over: 'nothing' } : { over: 'devices', deviceIds }
    default:
      return { over: 'nothing' }
  }
}

interface Owned<Id> {
  readonly accountId: AccountId
  readonly id: Id
}

/** Each thing with its facts, in the same order. Asks nothing when no fact could matter, as for an owner. */
export async function sightDevices<Thing extends Owned<DeviceId>>(
  queries: Queries,
  actor: Actor,
  devices: readonly Thing[],
): Promise<(Thing & ResourceFacts)[]> {
  const asked = devices.filter((device) => !hasWholeAccount(actor, device.accountId))
  const facts = asked.length === 0 ? noFacts : await deviceFacts(queries, actor, asked)
  return devices.map((device) => ({ ...device, ...(facts.get(device.id) ?? plain) }))
}

export async function sightNetworks<Thing extends Owned<NetworkId>>(
  queries: Queries,
  actor: Actor,
  networks: readonly Thing[],
): Promise<(Thing & ResourceFacts)[]> {
  const asked = networks.filter((network) => !hasWholeAccount(actor, network.accountId))
  const facts = asked.length === 0 ? noFacts : await networkFacts(queries, actor, asked)
  return networks.map((network) => ({ ...network, ...(facts.get(network.id) ?? plain) }))
}

type Facts = Pick<ResourceFacts, 'tagIds' | 'share' | 'isAmongFirst'>

const plain: Facts = { tagIds: [], share: undefined, isAmongFirst: false }
const noFacts: ReadonlyMap<string, Facts> = new Map()

async function deviceFacts(
  queries: Queries,
  actor: Actor,
  devices: readonly Owned<DeviceId>[],
): Promise<Map<string, Facts>> {
  const [answer, first] = await Promise.all([
    sql<{
      id: string
      tag_ids: string[]
      can_script: boolean | null
      shared_services: string[] | null
      network_services: string[] | null
    }>`
    select asked.id,
      array(
        select tag_id from device_tags where account_id = asked.account_id and device_id = asked.id
      ) as tag_ids,
      shares.can_script,
      shares.service_ids as shared_services,
      (
        select array_agg(network_connections.service_id)
        from network_connections join network_shares using (account_id, network_id)
        where network_connections.account_id = asked.account_id and network_connections.device_id = asked.id
          and network_shares.user_id = ${actor.userId}
      ) as network_services
    from unnest(
      ${devices.map((device) => device.accountId)}::text[], ${devices.map((device) => device.id)}::text[]
    ) as asked (account_id, id)
    left join device_shares as shares
      on shares.account_id = asked.account_id and shares.device_id = asked.id and shares.user_id = ${actor.userId}`.execute(
      queries,
    ),
    firstDevices(queries, actor, new Set(devices.map((device) => device.accountId))),
  ])
  return new Map(
    answer.rows.map((row) => [
      row.id,
      { tagIds: row.tag_ids as TagId[], isAmongFirst: first.has(row.id), share: shareOf(row) }, // parsed before written
    ]),
  )
}

/** Asked only where it matters: to whoever lacks a licence, and to an actor who stands for others. */
async function firstDevices(
  queries: Queries,
  actor: Actor,
  accountIds: ReadonlySet<AccountId>,
): Promise<ReadonlySet<string>> {
  const isLicensed = actor.grants.length > 0 && actor.grants.every((grant) => grant.isLicensed)
  if (isLicensed) return new Set()
  const { rows } = await sql<{ id: string }>`
    select first.id from unnest(${[...accountIds]}::text[]) as asked (account_id) cross join lateral (
      select id from devices where devices.account_id = asked.account_id order by id limit ${firstDevicesMax}
    ) as first`.execute(queries)
  return new Set(rows.map(({ id }) => id))
}

/** Shared as a whole, or by some of its services, or by networks that some of them are in: together. */
function shareOf(row: {
  can_script: boolean | null
  shared_services: string[] | null
  network_services: string[] | null
}): Share | undefined {
  const byNetworks = (row.network_services ?? []) as ServiceId[] // parsed before they were written
  if (row.can_script === null) {
    return byNetworks.length === 0 ? undefined : { canScript: false, services: byNetworks }
  }
  if (row.shared_services === null) return { canScript: row.can_script, services: 'all' }
  return { canScript: row.can_script, services: [...(row.shared_services as ServiceId[]), ...byNetworks] } // likewise
}

async function networkFacts(
  queries: Queries,
  actor: Actor,
  networks: readonly Owned<NetworkId>[],
): Promise<Map<string, Facts>> {
  const answer = await sql<{ id: string; tag_ids: string[]; is_shared: boolean }>`
    select asked.id,
      array(
        select tag_id from network_tags where account_id = asked.account_id and network_id = asked.id
      ) as tag_ids,
      exists (
        select from network_shares
        where account_id = asked.account_id and network_id = asked.id and user_id = ${actor.userId}
      ) as is_shared
    from unnest(
      ${networks.map((network) => network.accountId)}::text[], ${networks.map((network) => network.id)}::text[]
    ) as asked (account_id, id)`.execute(queries)
  return new Map(
    answer.rows.map((row) => {
      const share: Share | undefined = row.is_shared ? { canScript: false, services: 'all' } : undefined
      return [row.id, { tagIds: row.tag_ids as TagId[], isAmongFirst: true, share }] // parsed before written
    }),
  )
}

type DeviceExpression = ExpressionBuilder<DB, 'devices'>

/** The clause as a predicate on rows of `devices`. */
export function deviceClause(expression: DeviceExpression, clause: Clause): ExpressionWrapper<DB, 'devices', SqlBool> {
  if (clause.by === 'share') return sharedDevice(expression, clause)
  const parts = [expression('devices.account_id', '=', clause.accountId), deviceScope(expression, clause.scope)]
  if (clause.isForFirst) {
    parts.push(
      expression(
        'devices.id',
        'in',
        sql<string>`(select id from devices as first where first.account_id = ${clause.accountId} order by id limit ${firstDevicesMax})`,
      ),
    )
  }
  return expression.and(parts)
}

/** Rows of `devices` on which one of the clauses holds; none without a clause. */
export function anyDeviceClause(expression: DeviceExpression, clauses: readonly Clause[]) {
  return expression.or(clauses.map((clause) => deviceClause(expression, clause)))
}

function sharedDevice(expression: DeviceExpression, clause: Extract<Clause, { by: 'share' }>) {
  let shares = expression
    .selectFrom('device_shares')
    .select('device_shares.device_id')
    .whereRef('device_shares.device_id', '=', 'devices.id')
    .where('device_shares.user_id', '=', clause.userId)
  if (clause.mustScript) shares = shares.where('device_shares.can_script', '=', true)
  const isShared = expression.exists(shares)
  const isOfOther = expression('devices.account_id', '<>', clause.userId)
  if (clause.mustScript) return expression.and([isOfOther, isShared])
  const byNetwork = expression.exists(
    expression
      .selectFrom('network_connections')
      .innerJoin('network_shares', (join) =>
        join
          .onRef('network_shares.account_id', '=', 'network_connections.account_id')
          .onRef('network_shares.network_id', '=', 'network_connections.network_id'),
      )
      .select('network_connections.device_id')
      .whereRef('network_connections.account_id', '=', 'devices.account_id')
      .whereRef('network_connections.device_id', '=', 'devices.id')
      .where('network_shares.user_id', '=', clause.userId),
  )
  return expression.and([isOfOther, expression.or([isShared, byNetwork])])
}

function deviceScope(expression: DeviceExpression, scope: Scope): ExpressionWrapper<DB, 'devices', SqlBool> {
  switch (scope.over) {
    case 'account':
      return expression.lit(true)
    case 'nothing':
      return expression.lit(false)
    case 'devices':
      return expression('devices.id', '=', sql<string>`any(${scope.deviceIds}::text[])`)
    case 'tags': {
      const tagged = (ids: readonly TagId[]) =>
        expression.exists(
          expression
            .selectFrom('device_tags')
            .select('device_tags.tag_id')
            .whereRef('device_tags.account_id', '=', 'devices.account_id')
            .whereRef('device_tags.device_id', '=', 'devices.id')
            .where('device_tags.tag_id', '=', sql<string>`any(${ids}::text[])`),
        )
      return scope.operator === 'ANY' ? tagged(scope.tagIds) : expression.and(scope.tagIds.map((id) => tagged([id])))
    }
  }
}

type NetworkExpression = ExpressionBuilder<DB, 'networks'>

/** The clause as a predicate on rows of `networks`. A role that lists devices reaches no network. */
export function networkClause(
  expression: NetworkExpression,
  clause: Clause,
): ExpressionWrapper<DB, 'networks', SqlBool> {
  if (clause.by === 'grant') {
    return expression.and([
      expression('networks.account_id', '=', clause.accountId),
      networkScope(expression, clause.scope),
    ])
  }
  if (clause.mustScript) return expression.lit(false)
  return expression.and([
    expression('networks.account_id', '<>', clause.userId),
    expression.exists(
      expression
        .selectFrom('network_shares')
        .select('network_shares.network_id')
        .whereRef('network_shares.account_id', '=', 'networks.account_id')
        .whereRef('network_shares.network_id', '=', 'networks.id')
        .where('network_shares.user_id', '=', clause.userId),
    ),
  ])
}

/** Rows of `networks` on which one of the clauses holds; none without a clause. */
export function anyNetworkClause(expression: NetworkExpression, clauses: readonly Clause[]) {
  return expression.or(clauses.map((clause) => networkClause(expression, clause)))
}

function networkScope(expression: NetworkExpression, scope: Scope): ExpressionWrapper<DB, 'networks', SqlBool> {
  switch (scope.over) {
    case 'account':
      return expression.lit(true)
    case 'nothing':
    case 'devices':
      return expression.lit(false)
    case 'tags': {
      const tagged = (ids: readonly TagId[]) =>
        expression.exists(
          expression
            .selectFrom('network_tags')
            .select('network_tags.tag_id')
            .whereRef('network_tags.account_id', '=', 'networks.account_id')
            .whereRef('network_tags.network_id', '=', 'networks.id')
            .where('network_tags.tag_id', '=', sql<string>`any(${ids}::text[])`),
        )
      return scope.operator === 'ANY' ? tagged(scope.tagIds) : expression.and(scope.tagIds.map((id) => tagged([id])))
    }
  }
}

/** People of other accounts who see the devices: through a share of the device, or of a network with services of it. */
export async function guestsOfDevices(
  queries: Queries,
  deviceIds: readonly DeviceId[],
): Promise<Map<DeviceId, AccountId[]>> {
  // Asked with every change of a device. PostgreSQL would plan `union` anew each time, which costs more than to run it.
  const answer = await sql<{ device_id: DeviceId; user_id: AccountId }>`
    select device_id, user_id from device_shares where device_id = any(${deviceIds}::text[])
    union all
    select network_connections.device_id, network_shares.user_id
    from network_connections join network_shares using (account_id, network_id)
    where network_connections.device_id = any(${deviceIds}::text[])`.execute(queries)
  const byDevice = Map.groupBy(answer.rows, (row) => row.device_id)
  return new Map([...byDevice].map(([id, rows]) => [id, [...new Set(rows.map((row) => row.user_id))]]))
}
