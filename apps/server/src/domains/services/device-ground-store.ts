// The SQL of what has to be known before a list of devices can be read.

import { sql, type RawBuilder } from 'kysely'
import type { AccountId, DeviceId, TagId } from '@farport/vocabulary'
import { clausesFor, type Actor } from '../../access/index.ts'
import type { Queries } from '#platform/database'
import type { DeviceCounts, DeviceGround, DeviceRef } from './device-ground.ts'
import type { DeviceFilter } from './device-list.ts'
import { devicesNamedLike, sharedDevices } from './device-sets-store.ts'

/** So many are asked for by their ids. Of more, the database finds them itself. */
const fewMax = 1000

export async function readGround(queries: Queries, actor: Actor, filter: DeviceFilter): Promise<DeviceGround> {
  const { accountId, whose, tags, ids, name } = filter
  const clauses = clausesFor(actor, 'VIEW')
  const own = clauses.find((clause) => clause.by === 'grant' && clause.accountId === accountId)
  const isSharedListed =
    whose !== 'own' && clauses.some((clause) => clause.by === 'share' && clause.userId === accountId)
  const needsRow = isSharedListed || tags !== undefined || ids !== undefined
  const [row, named] = await Promise.all([
    needsRow ? readRow(queries, filter, isSharedListed ? actor.userId : undefined) : undefined,
    name === undefined || whose === 'shared' ? undefined : readNamedLike(queries, accountId, name),
  ])
  const shared = fewOrMany((row?.shared ?? []).map(toRef))
  return {
    own: whose === 'shared' || own?.by !== 'grant' ? undefined : own,
    shared: shared.length === 0 ? undefined : { userId: actor.userId, devices: shared },
    tagIds: tags && wantedTags(tags, row?.tag_ids ?? []),
    deviceIds: ids && [...ids.devices, ...(row?.device_ids ?? [])],
    namedLike: named && uniqueOrMany(named),
    counts: row && toCounts(row),
  }
}

export async function readCounts(queries: Queries, accountId: AccountId): Promise<DeviceCounts> {
  const answer = await sql<CountsRow>`select ${counted(accountId)}`.execute(queries)
  return toCounts(answer.rows[0])
}

interface CountsRow {
  readonly online: string | null
  readonly offline: string | null
}

const counted = (accountId: AccountId) => sql`
  (select sum(devices) from device_counts where account_id = ${accountId} and is_online) as online,
  (select sum(devices) from device_counts where account_id = ${accountId} and not is_online) as offline`

const toCounts = (row: CountsRow | undefined): DeviceCounts => ({
  online: Number(row?.online ?? 0),
  offline: Number(row?.offline ?? 0),
})

interface GroundRow extends CountsRow {
  readonly shared: readonly (readonly [AccountId, DeviceId])[]
  readonly tag_ids: TagId[]
  readonly device_ids: DeviceId[]
}

/** One question, whose plan is the same whatever the values. */
async function readRow(
  queries: Queries,
  { accountId, tags, ids }: DeviceFilter,
  guestId: AccountId | undefined,
): Promise<GroundRow> {
  const answer = await sql<GroundRow>`select
    ${counted(accountId)},
    ${guestId === undefined ? sql`'[]'::json` : upToMany(sharedDevices(guestId))} as shared,
    array(
      select id from tags where account_id = ${accountId} and name_key = any(${tags?.keys ?? []}::text[])
    ) as tag_ids,
    array(select device_id from services where id = any(${ids?.services ?? []}::text[])) as device_ids
  `.execute(queries)
  const [row] = answer.rows
  if (row === undefined) throw new Error('a question without a condition had no answer')
  return row
}

/** At most one more than are few. */
const upToMany = (devices: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_array(account_id, device_id)), '[]')
  from (${devices} fetch first ${fewMax + 1} rows only) as shared
)`

async function readNamedLike(queries: Queries, accountId: AccountId, text: string): Promise<DeviceId[]> {
  const answer = await sql<{ id: DeviceId }>`${devicesNamedLike(accountId, text)} limit ${fewMax + 1}`.execute(queries)
  return answer.rows.map(({ id }) => id)
}

const toRef = ([accountId, id]: readonly [AccountId, DeviceId]): DeviceRef => ({ accountId, id })

function fewOrMany<Item>(items: readonly Item[]): readonly Item[] | 'many' {
  return items.length <= fewMax ? items : 'many'
}

/** A device stands there for its own name and for each of its services. */
function uniqueOrMany(ids: readonly DeviceId[]): readonly DeviceId[] | 'many' {
  return ids.length <= fewMax ? [...new Set(ids)] : 'many'
}

/** What has to carry a tag that does not exist is nothing. */
function wantedTags({ operator, keys }: NonNullable<DeviceFilter['tags']>, found: readonly TagId[]): readonly TagId[] {
  return operator === 'ALL' && found.length < keys.length ? [] : found
}
