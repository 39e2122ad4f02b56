// Where a device is, from what relays say about it. Facts may come late, twice, or from a relay that the agent has
// left; a fact only counts when it is newer than the last that counted.

import type { RelayId } from '@farport/vocabulary'

/** What is known of a device's place. Moments are milliseconds since the epoch. */
export interface Presence {
  readonly isOnline: boolean
  readonly relayId: RelayId | undefined
  /** When the last fact that counted became true, by its relay's clock. */
  readonly factAt: number
  readonly onlineSince: number | undefined
  readonly offlineSince: number | undefined
  readonly externalAddress: string | undefined
  readonly internalAddress: string | undefined
  readonly agentVersion: string | undefined
}

export interface PresenceFact {
  readonly relayId: RelayId
  readonly isOnline: boolean
  readonly at: number
  readonly externalAddress?: string | undefined
  readonly internalAddress?: string | undefined
  readonly agentVersion?: string | undefined
}

/** ignored: an old fact, or one that another relay has overtaken. confirmed: no news, but true. */
export type PresenceOutcome =
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'confirmed' | 'came-online' | 'went-offline'; readonly presence: Presence }

export function applyPresence(known: Presence, fact: PresenceFact): PresenceOutcome {
  if (fact.at < known.factAt) return { outcome: 'ignored' }
  if (fact.isOnline) return applyOnline(known, fact)
  if (!known.isOnline || known.relayId !== fact.relayId) return { outcome: 'ignored' }
  return {
    outcome: 'went-offline',
    presence: { ...known, isOnline: false, factAt: fact.at, offlineSince: fact.at },
  }
}

function applyOnline(known: Presence, fact: PresenceFact): PresenceOutcome {
  return {
    outcome: known.isOnline ? 'confirmed' : 'came-online',
    presence: {
      isOnline: true,
      relayId: fact.relayId,
      factAt: fact.at,
      onlineSince: known.isOnline ? known.onlineSince : fact.at,
      offlineSince: known.offlineSince,
      externalAddress: fact.externalAddress ?? known.externalAddress,
      internalAddress: fact.internalAddress ?? known.internalAddress,
      agentVersion: fact.agentVersion ?? known.agentVersion,
    },
  }
}

/** How far a relay's clock may be from ours before its moments are replaced by ours. */
export const relayClockMsMax = 30_000

/**
 * The moment of a fact by a clock that all relays share roughly. A change is news, so one far from now tells of a wrong
 * clock; a snapshot repeats what may be old, so only the future is impossible.
 */
export function momentOfFact(fact: { at: number; isSnapshot: boolean }, nowMs: number): number {
  const isFarOff = !fact.isSnapshot && Math.abs(fact.at - nowMs) > relayClockMsMax
  return isFarOff ? nowMs : Math.min(fact.at, nowMs)
}
