// What the page of one device can look like, and where its bare address leads.

import type { DeviceQuery } from '#graphql'
import { paths } from '../../paths.ts'

export type DeviceOfPage = DeviceQuery['login']['account']['device'][number]

export type DeviceView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  /** It does not exist, or the viewer may not see it. */
  | { kind: 'missing' }
  | { kind: 'device'; device: DeviceOfPage }

export function deviceView(data: DeviceQuery | undefined, isSettled: boolean, hasError: boolean): DeviceView {
  const device = data?.login.account.device[0]
  if (device !== undefined) return { kind: 'device', device }
  if (hasError) return { kind: 'failed' }
  return { kind: isSettled ? 'missing' : 'loading' }
}

/** The bare address of a device leads to its first service while it is active, else to its details. */
export function deviceLanding(device: { id: string; state: string; services: readonly { id: string }[] }): string {
  const first = device.services[0]
  return device.state === 'active' && first !== undefined
    ? paths.serviceConnect(device.id, first.id)
    : paths.deviceDetails(device.id)
}
