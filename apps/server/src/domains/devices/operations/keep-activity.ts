// Counts when devices are online, in the transactions in which they come and go.

import type { Clock } from '@farport/basics'
import { forgetActivity, recordActivity } from '../activity-store.ts'
import type { DeviceWatcher } from '../context.ts'

export function activityKeeper(clock: Clock): DeviceWatcher {
  return {
    deviceStateChanged: (tx, changes) =>
      recordActivity(
        tx,
        changes.map(({ accountId, deviceId: id, isOnline, at }) => ({
          accountId,
          id,
          track: 'online',
          deed: isOnline ? 'begins' : 'ends',
          at,
        })),
      ),
    deviceIsDeleted: (tx, device) => forgetActivity(tx, device, new Date(clock.now())),
  }
}
