// Tells of devices that came online or went offline: an event of each, and word to those who act in the same transaction.

import type { Tx } from '#platform/database'
import type { DevicesContext, DeviceStateChange } from '../context.ts'
import { deviceStateChanged } from '../device-events.ts'

export async function tellStateChanges(
  { events, watchers }: Pick<DevicesContext, 'events' | 'watchers'>,
  tx: Tx,
  changes: readonly DeviceStateChange[],
): Promise<void> {
  if (changes.length === 0) return
  await events.announce(tx, ...changes.map((change) => deviceStateChanged(targetOf(change), change.isOnline)))
  for (const watcher of watchers) await watcher.deviceStateChanged?.(tx, changes)
}

function targetOf({ accountId, deviceId, deviceName, platform }: DeviceStateChange) {
  return { accountId, id: deviceId, name: deviceName, platform }
}
