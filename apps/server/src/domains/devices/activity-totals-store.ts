// The SQL that reads activity: for many subjects and moments in one query, a look-up for each.

import { sql } from 'kysely'
import type { DeviceId } from '@farport/vocabulary'
import type { Queries } from '#platform/database'
import {
  averagedMs,
  averagesOf,
  dayMs,
  type ActivityAverages,
  type ActivityPoint,
  type ActivitySubject,
  type KnownActivity,
} from './activity.ts'
import type { Device } from './device.ts'

interface Row {
  subject: number
  /** Where among the moments, when it is a mark. */
  place: number | null
  at_ms: number
  is_on: boolean
  on_ms: number
  begins: number
  ends: number
}

/**
 * For `totalsAt` with the same moments. The answer is in the order of the subjects; undefined stands for one that was
 * never on.
 */
export async function readActivity(
  queries: Queries,
  subjects: readonly ActivitySubject[],
  momentsMs: readonly number[],
): Promise<(KnownActivity | undefined)[]> {
  const [first] = momentsMs
  const last = momentsMs.at(-1)
  if (first === undefined || last === undefined || subjects.length === 0) return subjects.map(() => undefined)
  const from = momentsMs.slice(0, -1).map(momentOf)
  // The present is read from the totals themselves; clocks of processes may be a little apart.
  const until = [...momentsMs.slice(1, -1).map(momentOf), momentOf(last + dayMs)]
  // The outermost bounds stand there once more as constants, so that only their partitions are planned for.
  const answer = await sql<Row>`
    with wanted as (
      select * from unnest(
        ${subjects.map((subject) => subject.accountId)}::text[],
        ${subjects.map((subject) => subject.id)}::text[],
        ${subjects.map((subject) => subject.track)}::text[]
      ) with ordinality as wanted (account_id, subject_id, track, number)
    )
    select (number - 1)::integer as subject, place, point.at_ms, point.level > 0 as is_on,
      point.on_ms, point.begins, point.ends
    from wanted
    cross join lateral (
      select * from activity
      where (account_id, subject_id, track) = (wanted.account_id, wanted.subject_id, wanted.track)
      limit 1
    ) as known
    cross join lateral (
      select null::integer as place, ${columnsOf('known')}
      union all
      select (moment.number - 1)::integer, ${columnsOf('mark')}
      from unnest(${from}::timestamptz[], ${until}::timestamptz[]) with ordinality as moment (at, until, number)
      cross join lateral (
        select * from activity_marks
        where (account_id, subject_id, track) = (wanted.account_id, wanted.subject_id, wanted.track)
          and at >= moment.at and at < moment.until and moment.at <= known.at
          and at >= ${momentOf(first)} and at < ${momentOf(last + dayMs)}
        order by at
        limit 1
      ) as mark
    ) as point`.execute(queries)
  return knownBySubject(answer.rows, subjects.length)
}

/** In the order of the devices. */
export async function readAverages(
  queries: Queries,
  devices: readonly Pick<Device, 'accountId' | 'id' | 'createdAt'>[],
  nowMs: number,
): Promise<Map<DeviceId, ActivityAverages | undefined>> {
  const fromMs = nowMs - averagedMs
  const subjects = devices.map(({ accountId, id }) => ({ accountId, id, track: 'online' as const }))
  const known = await readActivity(queries, subjects, [fromMs, nowMs])
  return new Map(
    devices.map(({ id, createdAt }, number) => [
      id,
      averagesOf(known[number], { createdMs: createdAt.getTime(), fromMs, nowMs }),
    ]),
  )
}

const momentOf = (ms: number): string => new Date(ms).toISOString()

/** As doubles, which hold milliseconds and counts exactly for thousands of years. */
const columnsOf = (row: 'known' | 'mark') => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`(extract(epoch from ${column('at')}) * 1000)::float8 as at_ms, ${column('level')} as level,
    ${column('on_ms')}::float8 as on_ms, ${column('begins')}::float8 as begins, ${column('ends')}::float8 as ends`
}

function knownBySubject(rows: readonly Row[], count: number): (KnownActivity | undefined)[] {
  const lasts = new Map<number, ActivityPoint>()
  const marks = Array.from({ length: count }, () => new Map<number, ActivityPoint>())
  for (const row of rows) {
    const point = { atMs: row.at_ms, isOn: row.is_on, onMs: row.on_ms, begins: row.begins, ends: row.ends }
    if (row.place === null) lasts.set(row.subject, point)
    else marks[row.subject]?.set(row.place, point)
  }
  return marks.map((ofSubject, subject) => {
    const last = lasts.get(subject)
    return last && { last, marks: ofSubject }
  })
}
