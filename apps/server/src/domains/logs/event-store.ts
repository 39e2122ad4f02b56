// The SQL that reads the log. It is written by platform/events, with the changes that it tells of.

import { sql } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import type { SeenDevice } from '#domains/devices'
import type { Queries } from '#platform/database'
import { toEventRecord, type EventRecord } from '#platform/events'
import type { EventPageRequest } from './event-page.ts'

export interface LogOwner {
  readonly accountId: AccountId
  /** Absent: the log of the whole account. */
  readonly device?: SeenDevice
}

export async function readEventRows(
  queries: Queries,
  owner: LogOwner,
  request: EventPageRequest,
): Promise<{ total: number; items: EventRecord[]; hasMore: boolean }> {
  const whole = wholeLog(queries, owner, request)
  const page = request.after === undefined ? whole : whole.where('id', '<', request.after)
  // One more than asked for tells whether there are more.
  const [counted, rows] = await Promise.all([
    whole.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    page
      .selectAll()
      .orderBy('id', 'desc')
      .limit(request.size + 1)
      .execute(),
  ])
  return {
    total: Number(counted.total),
    items: rows.slice(0, request.size).map(toEventRecord),
    hasMore: rows.length > request.size,
  }
}

function wholeLog(queries: Queries, owner: LogOwner, { from, to, types, isOfOthers }: EventPageRequest) {
  let query = queries
    .selectFrom('events')
    .where('account_id', '=', owner.accountId)
    .where('at', '>=', from)
    .where('at', '<=', to)
  if (owner.device !== undefined) query = query.where('device_id', '=', owner.device.id)
  if (isOfOthers === true) query = query.where(sql<boolean>`not starts_with(type, 'AUTH_')`)
  if (types !== undefined) query = query.where('type', 'in', [...types])
  return query
}
