// Who hears of an event: those who may see what it happened to. Pure.

import { parseId, type AccountId } from '@farport/vocabulary'
import { actsFor, decide, decideInAccount, decideService, type Actor, type ResourceFacts } from '../access/index.ts'
import type { EventRecord } from '#platform/events'

/**
 * own: without the others whom it concerns as well. bare: that it happened, by ids alone: what is gone can no longer be
 * asked who might see it.
 */
export type Visibility = 'whole' | 'own' | 'bare' | 'hidden'

/** `device` is the event's device as the actor stands to it; undefined when there is none, or none any more. */
export function visibilityOf(actor: Actor, event: EventRecord, device: ResourceFacts | undefined): Visibility {
  if (event.accountId === actor.userId) return 'whole'
  const isMember = actsFor(actor, event.accountId)
  if (concerns(event, actor.userId)) return isMember ? 'whole' : 'own'
  if (event.type.startsWith('AUTH_')) return 'hidden'
  if (event.deviceId === null) return decideInAccount(actor, 'ADMIN', event.accountId).allowed ? 'whole' : 'hidden'
  if (seesAllOf(actor, event.accountId)) return 'whole'
  if (device === undefined) return event.type === 'DEVICE_DELETE' ? 'bare' : 'hidden'
  if (!decide(actor, 'VIEW', device).allowed) return event.type === 'DEVICE_TRANSFER' && isMember ? 'bare' : 'hidden'
  // With whom else it is shared is not for guests to know.
  if (event.type === 'DEVICE_SHARE' && !isMember) return 'hidden'
  if (event.type === 'DEVICE_CONNECT') return isSessionSeen(actor, event, device) ? 'whole' : 'hidden'
  return 'whole'
}

/** No device of the account is hidden from this person, and none that there was. */
export function seesAllOf(actor: Actor, accountId: AccountId): boolean {
  return actor.grants.some(
    (grant) => grant.accountId === accountId && grant.scope.over === 'account' && grant.permissions.includes('VIEW'),
  )
}

/** Guests hear of their own sessions; those who act for the account of all. */
function isSessionSeen(actor: Actor, event: EventRecord, device: ResourceFacts): boolean {
  if (event.actorId === actor.userId) return true
  const serviceId = parseId('s', event.targets[0]?.id)
  if (!actsFor(actor, event.accountId)) return false
  return serviceId === undefined || decideService(actor, 'VIEW', device, serviceId).allowed
}

function concerns(event: EventRecord, userId: AccountId): boolean {
  const { users } = event.data
  return Array.isArray(users) && users.includes(userId)
}

/** As one of those whom it concerns is told of it. */
export function toldTo(event: EventRecord, userId: AccountId): EventRecord {
  return { ...event, data: { ...event.data, users: [userId] } }
}

/** Nothing of it but what it is and what it happened to, by id. */
export function bared(event: EventRecord): EventRecord {
  const targets = event.targets.map(({ id, deviceId }) => (deviceId === undefined ? { id } : { id, deviceId }))
  return { ...event, actorId: null, targets, data: {} }
}
