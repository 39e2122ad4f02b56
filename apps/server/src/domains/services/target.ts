// The ids that the API takes for devices and services, parsed: a wrong one is answered like one that may not be seen.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { parseId, type DeviceId, type ServiceId } from '@farport/vocabulary'
import { unseen } from '#domains/devices'

export function parseDeviceId(text: string): Result<DeviceId, Refusal> {
  const id = parseId('d', text)
  return id === undefined ? refuse(unseen('device', text)) : accept(id)
}

export function parseServiceId(text: string): Result<ServiceId, Refusal> {
  const id = parseId('s', text)
  return id === undefined ? refuse(unseen('service', text)) : accept(id)
}

export type Target =
  | { readonly kind: 'device'; readonly id: DeviceId }
  | { readonly kind: 'service'; readonly id: ServiceId }

/** A device is accepted wherever a service is: it is its own bulk service. */
export function parseTarget(text: string): Result<Target, Refusal> {
  const deviceId = parseId('d', text)
  if (deviceId !== undefined) return accept({ kind: 'device', id: deviceId })
  const service = parseServiceId(text)
  return service.ok ? accept({ kind: 'service', id: service.value }) : service
}
