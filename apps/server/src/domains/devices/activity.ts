// How long and how often something was on: a device online, a device or a service connected to. Totals that only grow,
// and marks of what they were before each change: what a period came to is the difference of two moments.

import type { AccountId, DeviceId, ServiceId } from '@farport/vocabulary'

/** device-connected, service-connected: while at least one session lives. */
export type Track = 'online' | 'device-connected' | 'service-connected'

export interface ActivitySubject {
  readonly accountId: AccountId
  readonly id: DeviceId | ServiceId
  readonly track: Track
}

export interface ActivityChange extends ActivitySubject {
  readonly deed: 'begins' | 'ends'
  readonly at: Date
}

/** From the beginning until a moment. */
export interface ActivityTotals {
  readonly onMs: number
  readonly begins: number
  readonly ends: number
}

/** The totals at a moment, and whether it was on beside it: before it in a mark, from then on in what is known last. */
export interface ActivityPoint extends ActivityTotals {
  readonly atMs: number
  readonly isOn: boolean
}

export interface KnownActivity {
  readonly last: ActivityPoint
  /** By the place of a moment: the first mark from it to the next moment, when there is one. */
  readonly marks: ReadonlyMap<number, ActivityPoint>
}

const none: ActivityTotals = { onMs: 0, begins: 0, ends: 0 }

/** At each moment, which stand in their order; the last is the present. Nothing is known of what was never on. */
export function totalsAt(known: KnownActivity | undefined, momentsMs: readonly number[]): ActivityTotals[] {
  if (known === undefined) return momentsMs.map(() => none)
  const totals: ActivityTotals[] = []
  // Between a moment and the mark after it nothing changed, so that mark tells of the moment, too.
  let next = known.last
  for (const [place, momentMs] of [...momentsMs.entries()].toReversed()) {
    next = known.marks.get(place) ?? next
    totals.push(totalsBeside(next, momentMs))
  }
  return totals.toReversed()
}

function totalsBeside({ onMs, begins, ends, isOn, atMs }: ActivityPoint, momentMs: number): ActivityTotals {
  return { onMs: isOn ? onMs + momentMs - atMs : onMs, begins, ends }
}

export interface ActivityAverages {
  /** The share of the time that it was online, 0 to 1. */
  readonly availability: number
  /** How often it went offline per day. */
  readonly instability: number
}

export const dayMs = 86_400_000
/** What averages are taken over, for a device that has been there so long. */
export const averagedMs = 30 * dayMs

/** Undefined for a device that is only just there. A first day that has not passed yet counts as a whole one. */
export function averagesOf(
  known: KnownActivity | undefined,
  span: { createdMs: number; fromMs: number; nowMs: number },
): ActivityAverages | undefined {
  const lengthMs = span.nowMs - Math.max(span.createdMs, span.fromMs)
  if (lengthMs <= 0) return undefined
  const [before = none, now = none] = totalsAt(known, [span.fromMs, span.nowMs])
  return {
    availability: Math.min(1, (now.onMs - before.onMs) / lengthMs),
    instability: (now.ends - before.ends) / Math.max(1, lengthMs / dayMs),
  }
}
