// What sharing announces. The people concerned are told, also those who have lost it.

import type { AccountId, NetworkId } from '@farport/vocabulary'
import { deviceTarget, type DeviceTarget } from '#domains/devices'
import type { NewEvent } from '#platform/events'

export type ShareDeed = 'add' | 'update' | 'remove'

export interface ShareNews {
  readonly action: ShareDeed
  readonly users: readonly AccountId[]
  readonly scripting?: boolean
  /** Absent when nobody did it, as when a service went. */
  readonly actorId?: AccountId
}

export function deviceShared(device: DeviceTarget, news: ShareNews): NewEvent {
  return { ...shared(device.accountId, news), deviceId: device.id, targets: [deviceTarget(device)] }
}

export function networkShared(
  network: { accountId: AccountId; id: NetworkId; name: string },
  news: ShareNews,
): NewEvent {
  const { id, name, accountId } = network
  return { ...shared(accountId, news), targets: [{ id, name, ownerId: accountId }] }
}

function shared(accountId: AccountId, { action, users, scripting, actorId }: ShareNews): NewEvent {
  return {
    accountId,
    type: 'DEVICE_SHARE',
    action,
    ...(actorId !== undefined && { actorId }),
    alsoTo: users,
    data: { users, ...(scripting !== undefined && { scripting }) },
  }
}
