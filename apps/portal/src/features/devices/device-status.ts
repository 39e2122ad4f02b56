// What a device looks like at a glance. The strongest fact wins.

import { limits } from '@farport/vocabulary'
import type { Tone } from '@farport/design-system'
import type { MessageKey } from '../../i18n/messages.ts'

export interface DeviceFacts {
  state: string
  license: string
  services: readonly { connections: readonly { session: unknown }[] }[]
}

export type DeviceStatus = 'unlicensed' | 'offline' | 'connected' | 'idle' | 'online' | 'unknown'

export function deviceStatus(device: DeviceFacts): DeviceStatus {
  const connections = device.services.flatMap((service) => service.connections)
  if (device.license === 'UNLICENSED') return 'unlicensed'
  if (device.state === 'inactive') return 'offline'
  if (connections.some(({ session }) => session !== null)) return 'connected'
  if (connections.length > 0) return 'idle'
  return device.state === 'active' ? 'online' : 'unknown'
}

export const statusTone: Readonly<Record<DeviceStatus, Tone>> = {
  unlicensed: 'warning',
  offline: 'neutral',
  connected: 'brand',
  idle: 'brand',
  online: 'success',
  unknown: 'neutral',
}

export const statusText: Readonly<Record<DeviceStatus, MessageKey>> = {
  unlicensed: 'devices.status.unlicensed',
  offline: 'devices.status.offline',
  connected: 'devices.status.connected',
  idle: 'devices.status.idle',
  online: 'devices.status.online',
  unknown: 'devices.status.unknown',
}

/** A coming or going that is recent enough for a badge; undefined later. */
export function recentChange(
  endpoint: { onlineSince: string | null; offlineSince: string | null } | null,
  state: string,
  nowMs: number,
): { kind: 'online' | 'offline'; sinceMs: number } | undefined {
  const kind = state === 'active' ? 'online' : 'offline'
  const since = kind === 'online' ? endpoint?.onlineSince : endpoint?.offlineSince
  if (since === null || since === undefined) return undefined
  const sinceMs = Date.parse(since)
  return nowMs - sinceMs < limits.recentChangeMs ? { kind, sinceMs } : undefined
}
