// What has to be known before a list of devices can be read: which rows its words mean, and whose devices it goes over.

import { sql, type RawBuilder } from 'kysely'
import type { DeviceId, TagId } from '@farport/vocabulary'
import { clausesFor, type Actor, type Clause } from '../../access/index.ts'
import type { Queries } from '#platform/database'
import type { DeviceFilter } from './device-list.ts'

/** An account's list has its own devices; a person's own list also what others share with them. */
export interface DeviceGround {
  /** Of the account itself, those that the actor may see; undefined: none. */
  readonly own: OwnClause | undefined
  /** What is shared with this actor; undefined: nothing is, or it is not listed. */
  readonly shared: SharedClause | undefined
  /** Undefined: whatever their tags. Empty: no device can have what is asked for. */
  readonly tagIds: readonly TagId[] | undefined
  /** Undefined: any. */
  readonly deviceIds: readonly DeviceId[] | undefined
  readonly counts: DeviceCounts
}

export type OwnClause = Extract<Clause, { by: 'grant' }>
export type SharedClause = Extract<Clause, { by: 'share' }>

/** Of all the devices of the account. */
export interface DeviceCounts {
  readonly online: number
  readonly offline: number
}

export async function readGround(queries: Queries, actor: Actor, filter: DeviceFilter): Promise<DeviceGround> {
  const { accountId, whose, tags, ids } = filter
  const clauses = clausesFor(actor, 'VIEW')
  const own = clauses.find((clause) => clause.by === 'grant' && clause.accountId === accountId)
  const shared = clauses.find((clause) => clause.by === 'share' && clause.userId === accountId)
  const counted = (isOnline: boolean) => sql<string | null>`
    (select sum(devices) from device_counts where account_id = ${accountId} and is_online = ${isOnline})`
  const answer = await sql<GroundRow>`select
    ${counted(true)} as online,
    ${counted(false)} as offline,
    ${whose === 'own' || shared === undefined ? sql`false` : hasSomethingShared(actor)} as has_shared,
    array(
      select id from tags where account_id = ${accountId} and name_key = any(${tags?.keys ?? []}::text[])
    ) as tag_ids,
    array(select device_id from services where id = any(${ids?.services ?? []}::text[])) as device_ids
  `.execute(queries)
  const [row] = answer.rows
  if (row === undefined) throw new Error('a question without a condition had no answer')
  return {
    own: whose === 'shared' || own?.by !== 'grant' ? undefined : own,
    shared: row.has_shared && shared?.by === 'share' ? shared : undefined,
    tagIds: tags && wantedTags(tags, row.tag_ids),
    deviceIds: ids && [...ids.devices, ...row.device_ids],
    counts: { online: Number(row.online ?? 0), offline: Number(row.offline ?? 0) },
  }
}

interface GroundRow {
  readonly online: string | null
  readonly offline: string | null
  readonly has_shared: boolean
  readonly tag_ids: TagId[]
  readonly device_ids: DeviceId[]
}

function hasSomethingShared({ userId }: Actor): RawBuilder<boolean> {
  return sql`(
    exists (select from device_shares where user_id = ${userId})
    or exists (select from network_shares where user_id = ${userId})
  )`
}

/** What has to carry a tag that does not exist is nothing. */
function wantedTags({ operator, keys }: NonNullable<DeviceFilter['tags']>, found: readonly TagId[]): readonly TagId[] {
  return operator === 'ALL' && found.length < keys.length ? [] : found
}
