// The SQL of roles.

import { sql, type SqlBool } from 'kysely'
import type { AccountId, Permission, RoleId } from '@farport/vocabulary'
import { anyDeviceClause, clausesFor, type Actor } from '../../access/index.ts'
import type { Queries, Tx } from '#platform/database'
import type { Role, RoleScope, RoleSettings, RoleTag, TagOperator } from './role.ts'

/** With the names of its tags as the account spells them, and without devices that are gone. */
function selectRoles(queries: Queries) {
  return queries
    .selectFrom('roles')
    .select(['account_id', 'id', 'name', 'is_system', 'permissions', 'access', 'tag_operator', 'tag_keys'])
    .select([
      sql<string[]>`array(
        select coalesce(tags.name, wanted.key)
        from unnest(roles.tag_keys) with ordinality as wanted (key, place)
        left join tags on tags.account_id = roles.account_id and tags.name_key = wanted.key
        order by wanted.place
      )`.as('tag_names'),
      sql<string[]>`array(
        select devices.id from devices
        where devices.account_id = roles.account_id and devices.id = any(roles.device_ids)
        order by devices.id
      )`.as('device_ids'),
    ])
}

type RoleRow = Awaited<ReturnType<ReturnType<typeof selectRoles>['executeTakeFirstOrThrow']>>

function toRole(row: RoleRow): Role {
  return {
    accountId: row.account_id as AccountId, // parsed before it was written, as is the next
    id: row.id as RoleId,
    name: row.name,
    isSystem: row.is_system,
    permissions: row.permissions as Permission[], // the table's constraint has the same list
    scope: toRoleScope(row),
  }
}

function toRoleScope(row: RoleRow): RoleScope {
  switch (row.access) {
    case 'ALL':
      return { access: 'ALL' }
    case 'TAG': {
      const tags: RoleTag[] = row.tag_keys.map((key, place) => ({ key, name: row.tag_names[place] ?? key }))
      const operator = row.tag_operator as TagOperator // the table's constraint has the same list
      return tags.length === 0 ? { access: 'NONE' } : { access: 'TAG', operator, tags }
    }
    case 'SELECTED':
    case 'CUSTOM':
      return row.device_ids.length === 0 ? { access: 'NONE' } : { access: row.access, deviceIds: row.device_ids }
    default:
      return { access: 'NONE' }
  }
}

/** Of each account, system roles first, then by name. */
export async function rolesOf(
  queries: Queries,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, readonly Role[]>> {
  const rows = await selectRoles(queries)
    .where('account_id', 'in', accountIds)
    .orderBy('is_system', 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(toRole), (role) => role.accountId)
}

export async function findRole(queries: Queries, accountId: AccountId, id: RoleId): Promise<Role | undefined> {
  const row = await selectRoles(queries).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()
  return row && toRole(row)
}

export async function findSystemRole(queries: Queries, accountId: AccountId, name: string): Promise<RoleId> {
  const row = await queries
    .selectFrom('roles')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('is_system', '=', true)
    .executeTakeFirstOrThrow()
  return row.id as RoleId // parsed before it was written
}

export async function countRoles(queries: Queries, accountId: AccountId): Promise<number> {
  const row = await queries
    .selectFrom('roles')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export async function insertRoles(tx: Tx, roles: readonly Role[], createdAt: Date): Promise<void> {
  const rows = roles.map((role) => ({
    account_id: role.accountId,
    id: role.id,
    is_system: role.isSystem,
    created_at: createdAt,
    ...columnsOf(role),
  }))
  await tx.insertInto('roles').values(rows).execute()
}

export async function saveRole(tx: Tx, role: Role): Promise<void> {
  await tx
    .updateTable('roles')
    .set(columnsOf(role))
    .where('account_id', '=', role.accountId)
    .where('id', '=', role.id)
    .execute()
}

export async function deleteRoleRow(tx: Tx, role: Pick<Role, 'accountId' | 'id'>): Promise<void> {
  await tx.deleteFrom('roles').where('account_id', '=', role.accountId).where('id', '=', role.id).execute()
}

function columnsOf({ name, permissions, scope }: RoleSettings) {
  return {
    name,
    permissions: [...permissions],
    access: scope.access,
    tag_operator: scope.access === 'TAG' ? scope.operator : 'ANY',
    tag_keys: scope.access === 'TAG' ? scope.tags.map((tag) => tag.key) : [],
    device_ids: 'deviceIds' in scope ? [...scope.deviceIds] : [],
  }
}

/** How many of these devices are the account's, and the actor's to see. */
export async function countSeenDevices(
  queries: Queries,
  actor: Actor,
  { accountId, ids }: { accountId: AccountId; ids: readonly string[] },
): Promise<number> {
  const clauses = clausesFor(actor, 'VIEW').filter((clause) => clause.by === 'grant' && clause.accountId === accountId)
  const row = await queries
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`id = any(${ids}::text[])`)
    .where((expression) => anyDeviceClause(expression, clauses))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}
