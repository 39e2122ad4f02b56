// The SQL that reads the activity of an account's devices together: a row for each quarter of an hour with a change.

import { sql } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import type { Queries } from '#platform/database'
import type { AccountActivity, AccountPeriod } from './account-activity.ts'

/** known: devices that have ever been online; the others: those of them that are online, or connected to. */
export type AccountTrack = 'known' | 'online' | 'device-connected'

interface Row {
  track: AccountTrack
  level: number
  place: number | null
  step: number
  rest_ms: number
  begins: number
  ends: number
}

/** The moments begin a quarter of an hour each; the last is the present. */
export async function readAccountActivity(
  queries: Queries,
  accountId: AccountId,
  momentsMs: readonly number[],
): Promise<Map<AccountTrack, AccountActivity>> {
  const moments = momentsMs.map((ms) => new Date(ms).toISOString())
  const starts = moments.slice(0, -1)
  const answer = await sql<Row>`
    select known.track, known.level, period.place - 1 as place,
      period.step::float8, period.rest_ms::float8, period.begins::float8, period.ends::float8
    from account_activity as known
    left join lateral (
      select place, sum(step) as step, sum(begins) as begins, sum(ends) as ends,
        sum(rest_ms + step * (extract(epoch from (${moments}::timestamptz[])[place + 1] - at) * 1000 - 900000)) as rest_ms
      from (
        select *, width_bucket(at, ${starts}::timestamptz[]) as place from account_activity_slots
        where account_id = known.account_id and track = known.track and at >= ${moments[0]}
      ) as slot
      group by place
    ) as period on true
    where known.account_id = ${accountId}`.execute(queries)
  return activityByTrack(answer.rows)
}

function activityByTrack(rows: readonly Row[]): Map<AccountTrack, AccountActivity> {
  const found = new Map<AccountTrack, { level: number; periods: Map<number, AccountPeriod> }>()
  for (const { track, level, place, step, rest_ms: restMs, begins, ends } of rows) {
    const activity = found.get(track) ?? { level, periods: new Map() }
    if (place !== null) activity.periods.set(place, { step, restMs, begins, ends })
    found.set(track, activity)
  }
  return found
}
