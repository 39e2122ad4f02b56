// When a tunnel is over or did not come about: how soon, and to which relay, the agent returns. Pure.

import type { TunnelRefusalCode } from '@farport/protocol'

export type TunnelEnd =
  | { readonly end: 'unreachable'; readonly message: string }
  | {
      readonly end: 'refused'
      readonly code: TunnelRefusalCode
      readonly message: string
      readonly retryAfterMs?: number | undefined
    }
  | { readonly end: 'drained'; readonly returnAfterMs: number }
  /** It broke. `livedMs`: how long it had been entered; 0 when it never was. */
  | { readonly end: 'lost'; readonly livedMs: number; readonly message: string }
  | { readonly end: 'stopped' }

export interface ReturnFacts {
  /** Failures in a row, this one included. */
  readonly failures: number
  readonly relays: number
  /** What the backoff says now. */
  readonly backoffMs: number
  /** In [0, 1). */
  readonly random: number
  /** Streams are open, which may stand still until this end is back. */
  readonly isAwaited: boolean
}

export interface Return {
  readonly waitMs: number
  readonly relay: 'same' | 'next' | 'nearest'
  /** Ask the server for a new assignment first: this one may be the reason. */
  readonly isAssignmentDoubted: boolean
}

/** A tunnel that lived so long was a success: what comes after is a first failure. */
export const successMs = 5000
const versionRetryMs = 60_000
const duplicateRetryMs = 60_000

/** A relay is back a second or two after it has fallen: whoever is awaited looks so often, so many times. */
const awaitedMsMax = 500
const awaitedFailuresMax = 20

export function decideReturn(end: Exclude<TunnelEnd, { end: 'stopped' }>, facts: ReturnFacts): Return {
  switch (end.end) {
    case 'unreachable':
      return { waitMs: soonMs(facts), relay: 'next', isAssignmentDoubted: isDoubtful(facts) }
    case 'lost':
      return {
        waitMs: soonMs(facts),
        relay: end.livedMs > 0 ? 'nearest' : 'next',
        isAssignmentDoubted: end.livedMs === 0 && isDoubtful(facts),
      }
    case 'drained':
      return facts.relays > 1
        ? { waitMs: Math.round(facts.random * 500), relay: 'next', isAssignmentDoubted: false }
        : { waitMs: Math.round(end.returnAfterMs * (1 + facts.random)), relay: 'same', isAssignmentDoubted: false }
    case 'refused':
      return afterRefusal(end, facts)
  }
}

function soonMs({ backoffMs, failures, random, isAwaited }: ReturnFacts): number {
  if (!isAwaited || failures > awaitedFailuresMax) return backoffMs
  return Math.min(backoffMs, Math.round(awaitedMsMax * (0.5 + 0.5 * random)))
}

function afterRefusal({ code, retryAfterMs }: Extract<TunnelEnd, { end: 'refused' }>, facts: ReturnFacts): Return {
  const shaken = (waitMs: number) => Math.round(waitMs * (1 + 0.5 * facts.random))
  switch (code) {
    case 'ticket-invalid':
    case 'ticket-expired':
    case 'ticket-purpose':
    case 'key-mismatch':
    case 'dropped':
      return { waitMs: facts.backoffMs, relay: 'same', isAssignmentDoubted: true }
    case 'busy':
      return { waitMs: Math.max(facts.backoffMs, shaken(retryAfterMs ?? 0)), relay: 'next', isAssignmentDoubted: false }
    case 'duplicate':
      return { waitMs: shaken(retryAfterMs ?? duplicateRetryMs), relay: 'same', isAssignmentDoubted: false }
    case 'version':
      return { waitMs: shaken(versionRetryMs), relay: 'next', isAssignmentDoubted: true }
    case 'protocol':
    case 'replaced':
      return { waitMs: facts.backoffMs, relay: 'same', isAssignmentDoubted: false }
  }
}

/** After the 2nd, 4th, 8th … round through all relays: often enough to hear of a move, seldom enough for a fleet. */
function isDoubtful({ failures, relays }: ReturnFacts): boolean {
  const rounds = failures / Math.max(1, relays)
  return rounds >= 2 && Number.isInteger(Math.log2(rounds))
}
