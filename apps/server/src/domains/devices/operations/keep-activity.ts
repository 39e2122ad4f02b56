// Counts when devices are online, in the transactions in which they come and go.

import type { Clock } from '@farport/basics'
import { forgetActivity, recordActivity } from '../activity-store.ts'
import type { DeviceWatcher } from '../context.ts'

export function activityKeeper(clock: Clock): DeviceWatcher {
  return {
    deviceStateChanged(tx, changes) {
      const nowMs = clock.now()
      const counted = changes.map(({ accountId, deviceId: id, isOnline, at }) => ({
        accountId,
        id,
        track: 'online' as const,
        deed: isOnline ? ('begins' as const) : ('ends' as const),
        // A relay's clock may be ahead of ours, and what is yet to come cannot be drawn.
        at: new Date(Math.min(at.getTime(), nowMs)),
      }))
      return recordActivity(tx, counted)
    },
    deviceIsDeleted: (tx, device) => forgetActivity(tx, device, new Date(clock.now())),
  }
}
