// Marks the devices offline that a relay no longer vouches for: its lease ran out, or its snapshot did not name them.

import type { DevicesContext } from '../context.ts'
import { markUnconfirmedOffline, type LostDevices } from '../presence-store.ts'
import { tellStateChanges } from './tell-state-changes.ts'

/** In one transaction; more follow. */
const batchLengthMax = 1000

/** How many went offline. Safe to run in several processes at once. */
export async function markDevicesLost(
  context: Pick<DevicesContext, 'database' | 'events' | 'watchers'>,
  lost: LostDevices,
): Promise<number> {
  for (let total = 0; ;) {
    const count = await context.database.transaction(async (tx) => {
      const rows = await markUnconfirmedOffline(tx, { ...lost, countMax: batchLengthMax })
      await tellStateChanges(context, tx, rows)
      return rows.length
    })
    total += count
    if (count < batchLengthMax) return total
  }
}
