// The SQL of tags in roles: roles name them by key, and tags are renamed.

import { sql } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'

/** A role that names both names the second once. */
export async function replaceTagKeyInRoles(
  tx: Tx,
  accountId: AccountId,
  keys: { readonly from: string; readonly to: string },
): Promise<void> {
  const { from, to } = keys
  await tx
    .updateTable('roles')
    .set({
      tag_keys: sql<string[]>`case when ${to}::text = any(tag_keys) then array_remove(tag_keys, ${from})
        else array_replace(tag_keys, ${from}, ${to}) end`,
    })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`${from}::text = any(tag_keys)`)
    .execute()
}

/** Those who reach what they reach because of one of these tags. */
export async function membersByTags(
  queries: Queries,
  accountId: AccountId,
  tagKeys: readonly string[],
): Promise<AccountId[]> {
  const rows = await queries
    .selectFrom('members')
    .innerJoin('roles', (join) =>
      join.onRef('roles.account_id', '=', 'members.account_id').onRef('roles.id', '=', 'members.role_id'),
    )
    .select('members.user_id')
    .where('members.account_id', '=', accountId)
    .where('roles.access', '=', 'TAG')
    .where(sql<boolean>`roles.tag_keys && ${tagKeys}::text[]`)
    .execute()
  return rows.map((row) => row.user_id as AccountId) // a reference to auth."user"
}
