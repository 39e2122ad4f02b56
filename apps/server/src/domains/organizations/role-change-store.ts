// The SQL of what a change of a role would do: the devices that it would reach on one side only, by the clauses of access.

import { expressionBuilder, sql } from 'kysely'
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
import type { DB } from '../../../generated/database.ts'
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

/** The devices of the account that are in one scope and not in the other: two sets, and what the second leaves. */
export async function devicesOnlyIn(
  queries: Queries,
  actor: Actor,
  { accountId, scope, not, size }: { accountId: AccountId; scope: Scope; not: Scope; size: number },
): Promise<DeviceDifference> {
  if (scope.over === 'nothing' || not.over === 'account') return { total: 0, ids: [] }
  const expression = expressionBuilder<DB, 'devices'>()
  const within = (one: Scope) => deviceClause(expression, { by: 'grant', accountId, scope: one, isForFirst: false })
  const seen = hasWholeAccount(actor, accountId) ? sql`true` : anyDeviceClause(expression, clausesFor(actor, 'VIEW'))
  const answer = await sql<{ total: string; ids: DeviceId[] }>`
    with different as materialized (
      select id from devices where ${within(scope)}
      except
      select id from devices where ${within(not)}
    )
    select (select count(*) from different) as total, array(
      select devices.id from different join devices on devices.account_id = ${accountId} and devices.id = different.id
      where ${seen}
      order by lower(devices.name), devices.id
      limit ${size}
    ) as ids`.execute(queries)
  const [row] = answer.rows
  return { total: Number(row?.total ?? 0), ids: row?.ids ?? [] }
}
