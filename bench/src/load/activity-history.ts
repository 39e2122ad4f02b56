// A year of comings and goings for every device of an account, and of sessions to a service of each: the rows that the
// server would have written, made by PostgreSQL itself.

import type { AccountId } from '@farport/vocabulary'
import type { TestDatabase } from '../../../apps/server/src/platform/test-database.ts'

export interface History {
  /** How often each device was online in the year, nine tenths of the time. */
  readonly onlineTimes: number
  /** How often somebody was connected to each service, for a tenth of the time. */
  readonly connectedTimes: number
}

/** For the devices of the account that have none yet. Gives how many marks there are. */
export async function addHistory({ pool }: TestDatabase, accountId: AccountId, history: History): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(
      `create temporary table fresh as
       select id as device_id, 's' || substr(id, 2) as service_id, row_number() over (order by id) as number from devices
       where account_id = $1 and not exists (select from activity where account_id = $1 and subject_id = devices.id)`,
      [accountId],
    )
    await client.query(
      `insert into services (account_id, id, device_id, name, application, host, port, enabled, created_at)
       select $1, service_id, device_id, 'SSH', 28, 'localhost', 22, true, now() - interval '1 year' from fresh`,
      [accountId],
    )
    const { onlineTimes, connectedTimes } = history
    await addTrack(client, accountId, { track: 'online', subject: 'device_id', times: onlineTimes, share: 0.9 })
    await addTrack(client, accountId, {
      track: 'service-connected',
      subject: 'service_id',
      times: connectedTimes,
      share: 0.1,
    })
    await client.query('drop table fresh')
    await client.query('analyze services, activity, activity_marks')
    const { rows } = await client.query<{ count: string }>('select count(*) as count from activity_marks')
    return Number(rows[0]?.count)
  } finally {
    client.release()
  }
}

interface TrackHistory {
  track: string
  subject: 'device_id' | 'service_id'
  times: number
  share: number
}

/** Each device a little later than the one before, so that they do not all change at once. */
async function addTrack(
  client: { query(sql: string, values: unknown[]): Promise<unknown> },
  accountId: AccountId,
  { track, subject, times, share }: TrackHistory,
): Promise<void> {
  const everyMs = Math.floor((365 * 86_400_000) / times)
  const onMs = Math.floor(everyMs * share)
  const values = [accountId, track, times, everyMs, onMs]
  const beginning = `date_trunc('second', now()) - interval '365 days' + (number * 7919 % ${everyMs - onMs}) * interval '1 millisecond'`
  await client.query(
    `insert into activity_marks (account_id, subject_id, track, at, level, on_ms, begins, ends)
     select $1, ${subject}, $2,
       ${beginning} + (time * $4::bigint + is_end * $5::bigint) * interval '1 millisecond',
       is_end, (time + is_end) * $5::bigint, time + is_end, time
     from fresh, generate_series(0, $3::integer - 1) as time, generate_series(0, 1) as is_end`,
    values,
  )
  await client.query(
    `insert into activity (account_id, subject_id, track, level, at, on_ms, begins, ends)
     select $1, ${subject}, $2, 0, ${beginning} + (($3 - 1) * $4::bigint + $5::bigint) * interval '1 millisecond',
       $3 * $5::bigint, $3, $3
     from fresh`,
    values,
  )
}

/** One device that comes and goes ten thousand times a day, for a month. */
export async function addFlapping({ pool }: TestDatabase, accountId: AccountId, deviceId: string): Promise<void> {
  const place = [accountId, deviceId]
  await pool.query('delete from activity_marks where account_id = $1 and subject_id = $2', place)
  await pool.query(
    `insert into activity_marks (account_id, subject_id, track, at, level, on_ms, begins, ends)
     select $1, $2, 'online', date_trunc('second', now()) - (600000 - step) * interval '4320 milliseconds',
       step % 2, (step + 1) / 2 * 4320, (step + 1) / 2, step / 2
     from generate_series(0, 599999) as step`,
    place,
  )
  await pool.query(
    `update activity set level = 0, at = date_trunc('second', now()) - interval '4320 milliseconds',
       on_ms = 300000::bigint * 4320, begins = 300000, ends = 300000
     where account_id = $1 and subject_id = $2 and track = 'online'`,
    place,
  )
}
