// What an event means for the portal: which lists it touches, and whether a device has just joined.

import { limits } from '@farport/vocabulary'
import type { LiveEventQuery } from '#graphql'

export type LiveEvent = NonNullable<LiveEventQuery['event']>

/** The queries whose lists may have other members or another order after the event. */
export function listsTouchedBy(event: Pick<LiveEvent, 'type'>): readonly string[] {
  switch (event.type) {
    case 'DEVICE_STATE':
    case 'DEVICE_REFRESH':
    case 'DEVICE_DELETE':
    case 'DEVICE_SHARE':
    case 'DEVICE_TRANSFER':
      return ['DeviceList', 'DeviceCount']
    case 'DEVICE_CONNECT':
      return ['Sessions']
    default:
      return []
  }
}

/** The device that this event shows to be newly registered: active for the first time, and the viewer's own. */
export function registeredDevice(event: LiveEvent, viewerId: string): { id: string; name: string } | undefined {
  if (event.type !== 'DEVICE_STATE' || event.state !== 'active') return undefined
  return (
    event.target
      .map(({ device }) => device)
      .find(
        (device) =>
          device !== null &&
          device !== undefined &&
          device.owner.id === viewerId &&
          Date.parse(event.timestamp) - Date.parse(device.created) <= limits.newDeviceMs,
      ) ?? undefined
  )
}

/** What the order of events needs of an event that came over the socket; undefined when it is no event. */
export function orderOf(event: unknown): { targetIds: string[]; timestampMs: number } | undefined {
  if (!isObject(event) || typeof event['timestamp'] !== 'string' || !Array.isArray(event['target'])) return undefined
  const timestampMs = Date.parse(event['timestamp'])
  const targetIds = event['target'].flatMap((target: unknown) =>
    isObject(target) && typeof target['id'] === 'string' ? [target['id']] : [],
  )
  return Number.isNaN(timestampMs) ? undefined : { targetIds, timestampMs }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
