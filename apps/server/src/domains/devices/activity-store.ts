// The SQL that counts activity, in the transaction of what changed. A batch is one statement.

import { sql, type RawBuilder } from 'kysely'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { ActivityChange } from './activity.ts'

/**
 * Each subject stands there once. A change that is older than the last one counts from the last one on; one that
 * changes nothing, as the end of what never began, counts for nothing.
 */
export async function recordActivity(tx: Tx, changes: readonly ActivityChange[]): Promise<void> {
  if (changes.length === 0) return
  // `after` is in the order of its keys, so that two batches with the same subjects do not wait crosswise. The marks
  // are made from what it answers with: what was there before could be another transaction's to change.
  await sql`
    with change as (
      select * from unnest(
        ${changes.map((change) => change.accountId)}::text[],
        ${changes.map((change) => change.id)}::text[],
        ${changes.map((change) => change.track)}::text[],
        ${changes.map((change) => (change.deed === 'begins' ? 1 : 0))}::integer[],
        ${changes.map((change) => change.at.toISOString())}::timestamptz[]
      ) as change (account_id, subject_id, track, begun, at)
    ), after as (
      insert into activity as known (account_id, subject_id, track, level, at, on_ms, begins, ends)
      select account_id, subject_id, track, begun, at, 0, begun, 0 from change
      where begun = 1 or exists (
        select from activity
        where (account_id, subject_id, track) = (change.account_id, change.subject_id, change.track)
      )
      order by account_id, subject_id, track
      on conflict (account_id, subject_id, track) do update set
        level = known.level + excluded.level * 2 - 1,
        at = greatest(known.at, excluded.at),
        on_ms = known.on_ms + case when known.level > 0 then ${millisecondsOf(sql`greatest(known.at, excluded.at) - known.at`)} else 0 end,
        begins = known.begins + excluded.level,
        ends = known.ends + 1 - excluded.level
      where case known.track when 'online' then known.level <> excluded.level else known.level + excluded.level > 0 end
      returning account_id, subject_id, track, level, at, on_ms, begins, ends
    ), changed as (
      select after.*, change.begun, change.begun * 2 - 1 as step
      from after join change using (account_id, subject_id, track)
    ), mark as (
      insert into activity_marks (account_id, subject_id, track, at, level, on_ms, begins, ends)
      select account_id, subject_id, track, at, level - step, on_ms, begins - begun, ends - 1 + begun from changed
      on conflict (account_id, subject_id, track, at) do nothing
    ), step as (
      select account_id, track, at, case when level = begun then step else 0 end as step, begun as begins, 1 - begun as ends
      from changed where track <> 'service-connected'
      union all
      select account_id, 'known', at, 1, 0, 0 from changed where track = 'online' and begun = 1 and begins = 1
    ), ${addedToAccounts}`.execute(tx)
}

interface CountedDevice {
  readonly accountId: AccountId
  readonly id: DeviceId
}

/** The devices are no more. Their marks go with their time. */
export async function forgetActivity(tx: Tx, devices: readonly CountedDevice[], at: Date): Promise<void> {
  await sql`
    with gone as (
      delete from activity where (account_id, subject_id) in (
        select * from unnest(
          ${devices.map((device) => device.accountId)}::text[], ${devices.map((device) => device.id)}::text[]
        )
      )
      returning account_id, track, level
    ), step as (${stepsDown(sql`gone`, at)}), ${addedToAccounts}`.execute(tx)
}

/** When it was online goes with a device to another account; who connected to it stays with those who let them. */
export async function moveActivity(tx: Tx, device: CountedDevice, to: AccountId, at: Date): Promise<void> {
  await sql`
    with left_behind as (
      delete from activity
      where account_id = ${device.accountId} and subject_id = ${device.id} and track = 'device-connected'
      returning account_id, track, level
    ), moved as (
      update activity set account_id = ${to}
      where account_id = ${device.accountId} and subject_id = ${device.id} and track = 'online'
      returning ${device.accountId} as account_id, track, level
    ), mark as (
      update activity_marks set account_id = ${to}
      where account_id = ${device.accountId} and subject_id = ${device.id} and track = 'online'
    ), step as (
      ${stepsDown(sql`left_behind`, at)} union all ${stepsDown(sql`moved`, at)}
      union all select ${to}, track, ${at.toISOString()}::timestamptz, level, 0, 0 from moved
      union all select ${to}, 'known', ${at.toISOString()}::timestamptz, 1, 0, 0 from moved
    ), ${addedToAccounts}`.execute(tx)
}

const millisecondsOf = (interval: RawBuilder<unknown>) => sql`(extract(epoch from ${interval}) * 1000)::bigint`

/** Rows of activity leave their account. */
const stepsDown = (rows: RawBuilder<unknown>, at: Date) => sql`
  select account_id, track, ${at.toISOString()}::timestamptz as at, - least(level, 1) as step, 0 as begins, 0 as ends
  from ${rows} where track <> 'service-connected'
  union all
  select account_id, 'known', ${at.toISOString()}::timestamptz, -1, 0, 0 from ${rows} where track = 'online'`

/** From `step`: (account_id, track, at, step, begins, ends). Last in its transaction, as all of an account wait here. */
const addedToAccounts = sql`
  quarter as (
    select account_id, track, date_bin('15 minutes', at, 'epoch') as at, step, begins, ends,
      step * (900000 - ${millisecondsOf(sql`at - date_bin('15 minutes', at, 'epoch')`)}) as rest_ms
    from step
  ), level as (
    insert into account_activity as known (account_id, track, level)
    select account_id, track, sum(step) from quarter group by account_id, track order by account_id, track
    on conflict (account_id, track) do update set level = known.level + excluded.level
  )
  insert into account_activity_slots as known (account_id, track, at, step, rest_ms, begins, ends)
  select account_id, track, at, sum(step), sum(rest_ms), sum(begins), sum(ends) from quarter
  group by account_id, track, at order by account_id, track, at
  on conflict (account_id, track, at) do update set
    step = known.step + excluded.step,
    rest_ms = known.rest_ms + excluded.rest_ms,
    begins = known.begins + excluded.begins,
    ends = known.ends + excluded.ends`
