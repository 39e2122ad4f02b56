// What devices announce.

import { applicationId, type AccountId, type DeviceId } from '@farport/vocabulary'
import type { EventTarget, NewEvent } from '#platform/events'

export interface DeviceTarget {
  readonly accountId: AccountId
  readonly id: DeviceId
  readonly name: string
  readonly platform: number
}

/** A device as the target of an event: its own bulk service. */
export function deviceTarget(device: DeviceTarget): EventTarget {
  return {
    id: device.id,
    name: device.name,
    application: applicationId.bulkService,
    platform: device.platform,
    ownerId: device.accountId,
    deviceId: device.id,
  }
}

export type DeviceDeed = 'device-registered' | 'device-renamed' | 'device-updated' | 'device-restored'

/** `actorId`: absent when nobody knows who did it, as with a code that anybody may hold. */
export function deviceChanged(device: DeviceTarget, action: DeviceDeed, actorId?: AccountId): NewEvent {
  return {
    accountId: device.accountId,
    type: 'DEVICE_REFRESH',
    action,
    ...(actorId !== undefined && { actorId }),
    deviceId: device.id,
    targets: [deviceTarget(device)],
  }
}

export function deviceDeleted(device: DeviceTarget, actorId: AccountId): NewEvent {
  return {
    accountId: device.accountId,
    type: 'DEVICE_DELETE',
    action: 'device-deleted',
    actorId,
    deviceId: device.id,
    targets: [deviceTarget(device)],
  }
}

/** Told to both accounts, each by an event of its own. */
export function deviceTransferred(device: DeviceTarget, to: AccountId, actorId: AccountId): NewEvent[] {
  return [device.accountId, to].map((accountId) => ({
    accountId,
    type: 'DEVICE_TRANSFER' as const,
    action: 'device-transferred',
    actorId,
    deviceId: device.id,
    targets: [{ ...deviceTarget(device), ownerId: to }],
    data: { users: [to] },
  }))
}

/** Nobody does this: the device comes and goes. */
export function deviceStateChanged(device: DeviceTarget, isOnline: boolean): NewEvent {
  return {
    accountId: device.accountId,
    type: 'DEVICE_STATE',
    state: isOnline ? 'active' : 'inactive',
    deviceId: device.id,
    targets: [deviceTarget(device)],
  }
}
