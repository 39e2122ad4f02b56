// The SQL of what has to be known before a list of devices can be read. Most lists need none of it.

import { sql } from 'kysely'
import type { AccountId, DeviceId, TagId } from '@farport/vocabulary'
import { clausesFor, type Actor } from '../../access/index.ts'
import type { Queries } from '#platform/database'
import type { DeviceGround } from './device-ground.ts'
import type { DeviceFilter } from './device-list.ts'
import { devicesNamedLike } from './device-sets-store.ts'

export async function readGround(queries: Queries, actor: Actor, filter: DeviceFilter): Promise<DeviceGround> {
  const { accountId, whose, tags, ids, name } = filter
  const clauses = clausesFor(actor, 'VIEW')
  const own = clauses.find((clause) => clause.by === 'grant' && clause.accountId === accountId)
  const isGuest = clauses.some((clause) => clause.by === 'share' && clause.userId === accountId)
  const [meant, named] = await Promise.all([
    tags === undefined && ids === undefined ? undefined : readMeant(queries, filter),
    name === undefined || whose === 'shared' ? undefined : readNamedLike(queries, accountId, name),
  ])
  return {
    own: whose === 'shared' || own?.by !== 'grant' ? undefined : own,
    guestId: whose === 'own' || !isGuest ? undefined : actor.userId,
    tagIds: tags && wantedTags(tags, meant?.tag_ids ?? []),
    deviceIds: ids && [...ids.devices, ...(meant?.device_ids ?? [])],
    namedLike: named,
  }
}

interface MeantRow {
  readonly tag_ids: TagId[]
  readonly device_ids: DeviceId[]
}

async function readMeant(queries: Queries, { accountId, tags, ids }: DeviceFilter): Promise<MeantRow | undefined> {
  const answer = await sql<MeantRow>`select
    array(
      select id from tags where account_id = ${accountId} and name_key = any(${tags?.keys ?? []}::text[])
    ) as tag_ids,
    array(select device_id from services where id = any(${ids?.services ?? []}::text[])) as device_ids
  `.execute(queries)
  return answer.rows[0]
}

/** What has to carry a tag that does not exist is nothing. */
function wantedTags({ operator, keys }: NonNullable<DeviceFilter['tags']>, found: readonly TagId[]): readonly TagId[] {
  return operator === 'ALL' && found.length < keys.length ? [] : found
}

/** So many are asked for by their ids. Of more, the database finds them itself. */
const fewMax = 1000

async function readNamedLike(queries: Queries, accountId: AccountId, text: string): Promise<DeviceId[] | 'many'> {
  const answer = await sql<{ id: DeviceId }>`${devicesNamedLike(accountId, text)} limit ${fewMax + 1}`.execute(queries)
  // A device stands there for its own name and for each of its services.
  return answer.rows.length > fewMax ? 'many' : [...new Set(answer.rows.map(({ id }) => id))]
}
