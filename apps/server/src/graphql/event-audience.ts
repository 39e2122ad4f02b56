// Who is told the same of an event: people who differ in much else, and not in what they may see of it. Pure.

import type { DeviceId } from '@farport/vocabulary'
import { actorOf, decide, type Actor, type ResourceFacts } from '../access/index.ts'
import type { EventRecord } from '#platform/events'
import { seesAllOf } from './event-visibility.ts'

/** Undefined: what this person is told, nobody else may be. */
export type Audience =
  | { readonly sees: 'account' }
  /** The device of the event, and nothing else of its account. */
  | { readonly sees: 'device'; readonly deviceId: DeviceId }
  | undefined

export function audienceOf(actor: Actor, event: EventRecord, device: ResourceFacts | undefined): Audience {
  if (event.type.startsWith('AUTH_')) return undefined
  if (seesAllOf(actor, event.accountId)) return { sees: 'account' }
  const { deviceId, targets } = event
  const isOfOneDevice = targets.every((target) => target.deviceId === undefined || target.deviceId === deviceId)
  if (deviceId === null || device === undefined || !isOfOneDevice) return undefined
  const isSeen = device.accountId === event.accountId && decide(actor, 'VIEW', device).allowed
  return isSeen ? { sees: 'device', deviceId } : undefined
}

/** Somebody who sees what all of the audience see, and nothing beyond it: whoever answers as them tells nobody too much. */
export function spokesmanOf({ accountId }: EventRecord, deviceIds: 'all' | readonly DeviceId[]): Actor {
  const scope = deviceIds === 'all' ? { over: 'account' as const } : { over: 'devices' as const, deviceIds }
  const nobody = actorOf({ userId: accountId, isOperator: false })
  return { ...nobody, grants: [{ accountId, permissions: ['VIEW'], scope, isLicensed: false }] }
}
