// What services announce: every change of one is a change of its device.

import type { AccountId } from '@farport/vocabulary'
import type { Device } from '#domains/devices'
import type { EventTarget, NewEvent } from '#platform/events'
import type { Service } from './service.ts'

export type ServiceDeed =
  | 'service-added'
  | 'service-updated'
  | 'service-renamed'
  | 'service-removed'
  | 'service-link-set'
  | 'service-link-removed'

export function serviceTarget(service: Service, device: Device): EventTarget {
  return {
    id: service.id,
    name: service.name,
    application: service.application,
    platform: device.platform,
    ownerId: service.accountId,
    deviceId: service.deviceId,
  }
}

export function serviceChanged(service: Service, device: Device, action: ServiceDeed, actorId: AccountId): NewEvent {
  return {
    accountId: service.accountId,
    type: 'DEVICE_REFRESH',
    action,
    actorId,
    deviceId: service.deviceId,
    targets: [serviceTarget(service, device)],
  }
}
