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
  place: number
  step: number
  rest_ms: number
  begins: number
  ends: number
}

/** The moments begin a quarter of an hour each; the last is the present. */
export async function readAccountActivity(
  queries: Queries,
  { accountId, tracks }: { accountId: AccountId; tracks: readonly AccountTrack[] },
  momentsMs: readonly number[],
): Promise<Map<AccountTrack, AccountActivity>> {
  const moments = momentsMs.map((ms) => new Date(ms).toISOString())
  const [starts, ends] = [moments.slice(0, -1), moments.slice(1)]
  // What changed just now counts, too, also by a clock that is a little ahead.
  const until = [...ends.slice(0, -1), 'infinity']
  // The beginning stands there once more as a constant, so that only partitions since then are planned for.
  const answer = await sql<Row>`
    select known.track, known.level, period.number::integer - 1 as place,
      sum.step::float8, sum.rest_ms::float8, sum.begins::float8, sum.ends::float8
    from account_activity as known
    cross join unnest(${starts}::timestamptz[], ${ends}::timestamptz[], ${until}::timestamptz[])
      with ordinality as period (at, ends_at, until, number)
    cross join lateral (
      select coalesce(sum(step), 0) as step, coalesce(sum(begins), 0) as begins, coalesce(sum(ends), 0) as ends,
        coalesce(sum(rest_ms + step * ((extract(epoch from period.ends_at - at) * 1000)::bigint - 900000)), 0) as rest_ms
      from account_activity_slots
      where account_id = known.account_id and track = known.track
        and at >= period.at and at < period.until and at >= ${moments[0]}
    ) as sum
    where known.account_id = ${accountId} and known.track = any(${tracks}::text[])`.execute(queries)
  return activityByTrack(answer.rows)
}

function activityByTrack(rows: readonly Row[]): Map<AccountTrack, AccountActivity> {
  const found = new Map<AccountTrack, { level: number; periods: Map<number, AccountPeriod> }>()
  for (const { track, level, place, step, rest_ms: restMs, begins, ends } of rows) {
    const activity = found.get(track) ?? { level, periods: new Map() }
    activity.periods.set(place, { step, restMs, begins, ends })
    found.set(track, activity)
  }
  return found
}
