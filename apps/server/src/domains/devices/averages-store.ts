// The SQL of how well devices stay online: which are to be looked at again, and what was found.

import { sql } from 'kysely'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { ActivityAverages } from './activity.ts'
import type { Device } from './device.ts'
import { qualities, type Quality } from './quality.ts'

export type DueDevice = Pick<Device, 'accountId' | 'id' | 'createdAt'>

/** Some that are due, held until the transaction ends; another process may be at the others. */
export async function lockDueAverages(
  tx: Tx,
  { dueBefore, countMax }: { dueBefore: Date; countMax: number },
): Promise<DueDevice[]> {
  const rows = await tx
    .selectFrom('device_presence')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.account_id', '=', 'device_presence.account_id')
        .onRef('devices.id', '=', 'device_presence.device_id'),
    )
    .select(['devices.account_id', 'devices.id', 'devices.created_at'])
    .where('device_presence.averages_due_at', '<=', dueBefore)
    .orderBy('device_presence.averages_due_at')
    .limit(countMax)
    .forUpdate('device_presence')
    .skipLocked()
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id as AccountId, // parsed before it was written
    id: row.id as DeviceId, // likewise
    createdAt: row.created_at,
  }))
}

export interface FoundAverages extends DueDevice {
  readonly averages: ActivityAverages | undefined
  readonly quality: Quality
}

export async function saveAverages(tx: Tx, found: readonly FoundAverages[], dueAgainAt: Date): Promise<void> {
  if (found.length === 0) return
  await sql`
    update device_presence as known set
      availability = found.availability,
      instability = found.instability,
      quality = found.quality,
      averages_due_at = ${dueAgainAt}
    from unnest(
      ${found.map((one) => one.accountId)}::text[],
      ${found.map((one) => one.id)}::text[],
      ${found.map((one) => one.averages?.availability ?? null)}::float8[],
      ${found.map((one) => one.averages?.instability ?? null)}::float8[],
      ${found.map((one) => qualities.indexOf(one.quality))}::smallint[]
    ) as found (account_id, device_id, availability, instability, quality)
    where known.account_id = found.account_id and known.device_id = found.device_id`.execute(tx)
}
