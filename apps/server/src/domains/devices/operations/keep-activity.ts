// Counts when devices are online, in the transactions in which they come and go.

import type { Clock } from '@farport/basics'
import { forgetActivity, moveActivity, recordActivity } from '../activity-store.ts'
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
    devicesAreDeleted: (tx, devices) => forgetActivity(tx, devices, new Date(clock.now())),
    deviceIsTransferred: (tx, device, to) => moveActivity(tx, device, to, new Date(clock.now())),
  }
}
