// The partitions of activity's tables: made ahead, and dropped when no graph reaches back so far.

import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database'
import { dropMonthsBefore, ensurePartitions, monthPartitions } from '#platform/partitions'
import { dayMs } from './activity.ts'

const tables = ['activity_marks', 'account_activity_slots'] as const
/** This year and all of the last, and a month for good measure. */
export const activityKeptMs = (2 * 366 + 31) * dayMs
const aheadMs = 62 * dayMs

/** From the month before this one, as relays may tell of what was, to two months ahead. */
export async function ensureActivityPartitions(database: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  const [from, to] = [new Date(now - 31 * dayMs), new Date(now + aheadMs)]
  await ensurePartitions(
    database,
    tables.flatMap((table) => monthPartitions(table, from, to)),
  )
}

/**
 * Totals of what nobody has connected to for so long go, too: most are of services that are gone. Those of devices stay
 * until the device goes; an account counts it by them.
 */
export async function dropOldActivity(database: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now() - activityKeptMs)
  for (const table of tables) await dropMonthsBefore(database, table, before)
  await database.queries
    .deleteFrom('activity')
    .where('track', '<>', 'online')
    .where('level', '=', 0)
    .where('at', '<', before)
    .execute()
}
