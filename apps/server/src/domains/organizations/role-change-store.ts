// The SQL of what a change of a role would do: the devices that it would reach on one side only, by the clauses of access.

import { sql } from 'kysely'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import {
  anyDeviceClause,
  clausesFor,
  deviceClause,
  hasWholeAccount,
  toScope,
  type Actor,
  type Scope,
} from '../../access/index.ts'
import type { Queries } from '#platform/database'
import type { RoleScope } from './role.ts'

/** As access would read it, had the role been saved. */
export async function scopeOfRole(queries: Queries, accountId: AccountId, scope: RoleScope): Promise<Scope> {
  const tagKeys = scope.access === 'TAG' ? scope.tags.map((tag) => tag.key) : []
  const tags =
    tagKeys.length === 0
      ? []
      : await queries
          .selectFrom('tags')
          .select('id')
          .where('account_id', '=', accountId)
          .where('name_key', 'in', tagKeys)
          .execute()
  return toScope({
    access: scope.access,
    tag_operator: scope.access === 'TAG' ? scope.operator : 'ANY',
    tag_keys: tagKeys,
    tag_ids: tags.map((tag) => tag.id),
    device_ids: 'deviceIds' in scope ? [...scope.deviceIds] : [],
  })
}

export interface DeviceDifference {
  readonly total: number
  /** The first of those that the actor may see, by name. */
  readonly ids: readonly DeviceId[]
}

/** The devices of the account that are in one scope and not in the other. */
export async function devicesOnlyIn(
  queries: Queries,
  actor: Actor,
  { accountId, scope, not, size }: { accountId: AccountId; scope: Scope; not: Scope; size: number },
): Promise<DeviceDifference> {
  if (scope.over === 'nothing' || not.over === 'account') return { total: 0, ids: [] }
  const clause = (one: Scope) => ({ by: 'grant', accountId, scope: one, isForFirst: false }) as const
  const different = queries
    .selectFrom('devices')
    .where('devices.account_id', '=', accountId)
    .where((expression) => deviceClause(expression, clause(scope)))
    .where((expression) => expression.not(deviceClause(expression, clause(not))))
  const { total } = await different.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  let seen = different.select('devices.id')
  if (!hasWholeAccount(actor, accountId)) {
    seen = seen.where((expression) => anyDeviceClause(expression, clausesFor(actor, 'VIEW')))
  }
  const rows = await seen
    .orderBy(sql`lower(devices.name)`)
    .orderBy('devices.id')
    .limit(size)
    .execute()
  return { total: Number(total), ids: rows.map((row) => row.id as DeviceId) } // parsed before they were written
}
