// Webhooks: what stands in a message, when it is tried again, and when we stop. Pure.

import { createBackoff } from '@farport/basics'
import type { EventRecord } from '#platform/events'

/** The words of the contract, as older receivers know them. */
export interface WebhookBody {
  /** The id of the device or network. */
  readonly Address: string
  readonly Device: string
  /** Of the owner. */
  readonly Email: string
  readonly Name: string
  /** active, inactive, add, remove, device-transferred. */
  readonly State: string
  /** When it happened; ISO 8601. */
  readonly Time: string
  readonly Type: string
}

export function webhookBody(event: EventRecord, ownerEmail: string): WebhookBody {
  const [target] = event.targets
  const name = target?.name ?? ''
  return {
    Address: target?.id ?? '',
    Device: name,
    Email: ownerEmail,
    Name: name,
    State: event.state ?? event.action ?? '',
    Time: event.at,
    Type: event.type,
  }
}

export function trialBody(email: string, nowMs: number): WebhookBody {
  const Time = new Date(nowMs).toISOString()
  return { Address: '', Device: 'Test', Email: email, Name: 'Test', State: 'active', Time, Type: 'TEST' }
}

/** JSON in the order of the contract, byte for byte the same at every attempt. */
export function webhookText({ Address, Device, Email, Name, State, Time, Type }: WebhookBody): string {
  return JSON.stringify({ Address, Device, Email, Name, State, Time, Type })
}

/** Messages to one person that wait; what comes on top is dropped, and the log of deliveries says so. */
export const waitingMax = 10_000
/** One message is tried so often, over some hours. */
export const deliveryAttemptsMax = 10
/** What could not be brought by then is no news any more. */
export const deliveryAgeMsMax = 24 * 3_600_000
/** A webhook that took nothing for so long, at so many attempts, is switched off. */
export const failingMsMax = 3 * 24 * 3_600_000
export const failuresMax = 20

const deliveryDelayMs = { delayMsFirst: 20_000, delayMsMax: 2 * 3_600_000 }
const webhookPauseMs = { delayMsFirst: 15_000, delayMsMax: 30 * 60_000 }

/** After the so-many-eth attempt to bring one message. */
export const retryDelayMs = (attempts: number, random: () => number): number =>
  waitAfter(attempts, { ...deliveryDelayMs, random })

/** Between attempts at a webhook that takes nothing, with whatever message. */
export const pauseMsAfter = (failures: number, random: () => number): number =>
  waitAfter(failures, { ...webhookPauseMs, random })

function waitAfter(times: number, options: Parameters<typeof createBackoff>[0]): number {
  const backoff = createBackoff(options)
  for (let time = 1; time < times; time += 1) backoff.next()
  return backoff.next()
}

export type DeliveryFate =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'waiting'; readonly dueAtMs: number }

export interface Attempted {
  readonly attempts: number
  readonly createdAtMs: number
}

export function fateOf(
  hasArrived: boolean,
  { attempts, createdAtMs }: Attempted,
  { nowMs, random }: { nowMs: number; random: () => number },
): DeliveryFate {
  if (hasArrived) return { state: 'delivered' }
  const dueAtMs = nowMs + retryDelayMs(attempts, random)
  const isHopeless = attempts >= deliveryAttemptsMax || dueAtMs > createdAtMs + deliveryAgeMsMax
  return isHopeless ? { state: 'failed' } : { state: 'waiting', dueAtMs }
}

export interface WebhookHealth {
  readonly failingSinceMs: number | undefined
  readonly failures: number
}

export const healthy: WebhookHealth = { failingSinceMs: undefined, failures: 0 }

/** After a round of attempts. One that arrives proves that the others failed for reasons of their own. */
export function healthAfter(health: WebhookHealth, round: { hasOneArrived: boolean; nowMs: number }): WebhookHealth {
  if (round.hasOneArrived) return healthy
  return { failingSinceMs: health.failingSinceMs ?? round.nowMs, failures: health.failures + 1 }
}

export function isBeyondHope({ failingSinceMs, failures }: WebhookHealth, nowMs: number): boolean {
  return failingSinceMs !== undefined && failures >= failuresMax && nowMs - failingSinceMs >= failingMsMax
}

export const webhookWords = {
  switchedOff: 'The webhook was switched off.',
  unreadable: 'Its secret cannot be read any more; please renew it.',
  tooOld: 'It could not be brought within a day.',
  dropped: (count: number) =>
    `${count === 1 ? '1 message was' : `${count} messages were`} not sent: ${waitingMax} were waiting already.`,
  beyondHope: (error: string) => `Nothing arrived for three days, so it was switched off. Last: ${error}`,
} as const
