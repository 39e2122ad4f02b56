// What tags announce: changes of the devices that carry them, one by one while they are few.

import { applicationId, type AccountId } from '@farport/vocabulary'
import type { NewEvent } from '#platform/events'
import type { TaggableDevice } from './context.ts'

export type TaggingDeed = 'device-tagged' | 'device-untagged'

/** Beyond it one event for the account says that tags have changed. */
export const eventsPerChangeMax = 100

export function devicesTagged(
  devices: readonly TaggableDevice[],
  deed: TaggingDeed,
  by: { readonly accountId: AccountId; readonly actorId: AccountId },
): NewEvent[] {
  if (devices.length > eventsPerChangeMax) return [tagsChanged(by)]
  return devices.map((device) => deviceTagged(device, deed, by))
}

/** Who tags what another account shares with them does so for themselves: it stands in no log but theirs. */
function deviceTagged(
  device: TaggableDevice,
  deed: TaggingDeed,
  { accountId, actorId }: { accountId: AccountId; actorId: AccountId },
): NewEvent {
  const { id, name, platform, accountId: ownerId } = device
  const target = { id, name, application: applicationId.bulkService, platform, ownerId, deviceId: id }
  const event: NewEvent = { accountId, type: 'DEVICE_REFRESH', action: deed, actorId, targets: [target] }
  return ownerId === accountId ? { ...event, deviceId: id } : event
}

export function tagsChanged({ accountId, actorId }: { accountId: AccountId; actorId: AccountId }): NewEvent {
  return { accountId, type: 'DEVICE_REFRESH', action: 'tags-changed', actorId }
}
