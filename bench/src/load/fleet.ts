// Devices by the thousand, put into the database as enrolling them one by one would.

import { randomBytes } from 'node:crypto'
import { createIdFactory, type AccountId, type DeviceId } from '@farport/vocabulary'
import type { TestDatabase } from '../../../apps/server/src/platform/test-database.ts'

export interface FleetDevice {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
}

export const newId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })

const rowsPerInsert = 10_000

export async function addDevices(database: TestDatabase, accountId: AccountId, count: number): Promise<FleetDevice[]> {
  const added = Array.from({ length: count }, () => ({ accountId, deviceId: newId('d') }))
  for (let at = 0; at < count; at += rowsPerInsert) {
    const ids = added.slice(at, at + rowsPerInsert).map(({ deviceId }) => deviceId)
    await database.pool.query(
      `with made as (
        insert into devices (account_id, id, name, platform, created_at, revised_at)
        select $1, id, 'device ' || id, 769, now() - interval '40 days', now() - interval '40 days'
        from unnest($2::text[]) as new (id) returning account_id, id
      )
      insert into device_presence (account_id, device_id, confirmed_at) select account_id, id, now() from made`,
      [accountId, ids],
    )
  }
  await database.pool.query('analyze devices, device_presence')
  return added
}
