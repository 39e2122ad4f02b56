// Marks the devices offline that a relay no longer vouches for: its lease ran out, or its snapshot did not name them.

import type { RelayId } from '@farport/vocabulary'
import type { DevicesContext } from '../context.ts'
import { deviceStateChanged } from '../device-events.ts'
import { markUnconfirmedOffline } from '../presence-store.ts'
import { targetOf } from './apply-presence-facts.ts'

/** In one transaction; more follow. */
const batchLengthMax = 1000

/** How many went offline. Safe to run in several processes at once. */
export async function markDevicesLost(
  context: Pick<DevicesContext, 'database' | 'events' | 'clock'>,
  lost: { relayId: RelayId; confirmedBefore: Date },
): Promise<number> {
  for (let total = 0; ;) {
    const count = await context.database.transaction(async (tx) => {
      const now = new Date(context.clock.now())
      const rows = await markUnconfirmedOffline(tx, { ...lost, now, countMax: batchLengthMax })
      await context.events.announce(tx, ...rows.map((row) => deviceStateChanged(targetOf(row), false)))
      return rows.length
    })
    total += count
    if (count < batchLengthMax) return total
  }
}
