// The SQL of tags themselves.

import { sql, type Selectable } from 'kysely'
import { tagKey, type AccountId, type TagId } from '@farport/vocabulary'
import type { Tags } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { Tag } from './tag.ts'

export type TagRow = Omit<Selectable<Tags>, 'name_key'>

export function toTag(row: TagRow): Tag {
  return {
    id: row.id as TagId, // parsed before it was written
    accountId: row.account_id as AccountId, // likewise
    name: row.name,
    color: row.color,
    createdAt: row.created_at,
  }
}

/** Newest first. */
export async function tagsOfAccount(queries: Queries, accountId: AccountId): Promise<Tag[]> {
  const rows = await queries
    .selectFrom('tags')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toTag)
}

/**
 * Those that exist, by key, and held until the transaction ends: `stay` against being taken away, so that they can be put
 * on things; `change` for whoever takes them away, and against both.
 */
export async function holdTags(
  tx: Tx,
  accountId: AccountId,
  keys: readonly string[],
  to: 'stay' | 'change',
): Promise<Map<string, Tag>> {
  const query = tx
    .selectFrom('tags')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name_key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy('name_key')
  const rows = await (to === 'stay' ? query.forKeyShare() : query.forUpdate()).execute()
  return new Map(rows.map((row) => [row.name_key, toTag(row)]))
}

/** How many tags there are of each colour that is used. */
export async function colorCounts(queries: Queries, accountId: AccountId): Promise<Map<number, number>> {
  const rows = await queries
    .selectFrom('tags')
    .select(['color', sql<string>`count(*)`.as('count')])
    .where('account_id', '=', accountId)
    .groupBy('color')
    .execute()
  return new Map(rows.map((row) => [row.color, Number(row.count)]))
}

/** One that another has just made is held instead. */
export async function insertTags(tx: Tx, tags: readonly Tag[]): Promise<Tag[]> {
  const rows = await tx
    .insertInto('tags')
    .values(
      tags.map((tag) => ({
        account_id: tag.accountId,
        id: tag.id,
        name: tag.name,
        name_key: tagKey(tag.name),
        color: tag.color,
        created_at: tag.createdAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'name_key']).doUpdateSet({ name_key: sql`excluded.name_key` }),
    )
    .returningAll()
    .execute()
  return rows.map(toTag)
}

export async function saveColors(
  tx: Tx,
  accountId: AccountId,
  colors: readonly { readonly id: TagId; readonly color: number }[],
): Promise<void> {
  await sql`
    update tags set color = wanted.color
    from unnest(${colors.map((one) => one.id)}::text[], ${colors.map((one) => one.color)}::smallint[]) as wanted (id, color)
    where tags.account_id = ${accountId} and tags.id = wanted.id`.execute(tx)
}

export async function renameTagRow(tx: Tx, tag: Tag, name: string): Promise<void> {
  await tx
    .updateTable('tags')
    .set({ name, name_key: tagKey(name) })
    .where('account_id', '=', tag.accountId)
    .where('id', '=', tag.id)
    .execute()
}

/** With them goes that they were put on anything. */
export async function deleteTagRows(tx: Tx, accountId: AccountId, ids: readonly TagId[]): Promise<void> {
  await tx
    .deleteFrom('tags')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}
