// The peer of the graphs: what the days of a week came to for devices and their services, asked of the same tables by
// SQL that was written for just this question, through the bare driver.

import type { TestDatabase } from '../../../apps/server/src/platform/test-database.ts'
import type { SignedInPerson } from './people.ts'

const dayMs = 86_400_000
/** Of Tokyo, where clocks never change. */
const offsetMs = 9 * 3_600_000

const devicesSql = `select devices.id, array(
    select services.id from services where services.account_id = $1 and services.device_id = devices.id order by created_at
  ) as services from devices where account_id = $1 and id = any($2::text[])`

const seriesSql = `
  select subject.id, moment.number,
    coalesce(mark.on_ms, known.on_ms) + case when coalesce(mark.level, known.level) > 0
      then extract(epoch from moment.at - coalesce(mark.at, known.at)) * 1000 else 0 end as on_ms
  from unnest($2::text[], $3::text[]) as subject (id, track)
  cross join lateral (
    select * from activity where account_id = $1 and subject_id = subject.id and track = subject.track limit 1
  ) as known
  cross join unnest($4::timestamptz[]) with ordinality as moment (at, number)
  left join lateral (
    select * from activity_marks
    where account_id = $1 and subject_id = subject.id and track = subject.track and at >= moment.at and moment.at <= known.at
      and at >= $5 and at < $6
    order by at limit 1
  ) as mark on true
  order by subject.id, moment.number`

/** For how many devices there were figures. */
export async function seriesBySql(
  { pool }: TestDatabase,
  { accountId }: SignedInPerson,
  ids: readonly string[],
): Promise<number> {
  const nowMs = Date.now()
  const todayMs = Math.floor((nowMs + offsetMs) / dayMs) * dayMs - offsetMs
  const moments = [-6, -5, -4, -3, -2, -1, 0].map((day) => new Date(todayMs + day * dayMs))
  const found = await pool.query<{ id: string; services: string[] }>(devicesSql, [accountId, ids])
  const services = found.rows.flatMap((row) => row.services)
  const subjects = [...found.rows.map((row) => row.id), ...services]
  const tracks = [...found.rows.map(() => 'online'), ...services.map(() => 'service-connected')]
  const bounds = [moments[0], new Date(nowMs + dayMs)]
  const series = await pool.query<{ id: string; number: string; on_ms: string }>(seriesSql, [
    accountId,
    subjects,
    tracks,
    [...moments, new Date(nowMs)],
    ...bounds,
  ])
  const totals = Map.groupBy(series.rows, (row) => row.id)
  const seconds = [...totals.values()].map((rows) =>
    rows.slice(1).map((row, place) => (Number(row.on_ms) - Number(rows[place]?.on_ms)) / 1000),
  )
  if (seconds.length !== subjects.length) throw new Error('a series is missing')
  return found.rows.length
}
