// Where a device is, from what relays say about it. Facts may come late, twice, in any order, or from a relay that the
// agent has left. What counts is the newest fact about the newest tunnel, so any order leads to the same end.

import type { RelayId } from '@farport/vocabulary'

/** What is known of a device's place. Moments are milliseconds since the epoch. */
export interface Presence {
  readonly isOnline: boolean
  readonly relayId: RelayId | undefined
  /** When the tunnel entered that the last fact that counted was about. */
  readonly enteredAt: number
  /** When that fact became true. */
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
  readonly enteredAt: number
  readonly at: number
  readonly externalAddress?: string | undefined
  readonly internalAddress?: string | undefined
  readonly agentVersion?: string | undefined
}

/** How a fact came, and when. */
export interface PresenceNews {
  /** It repeats what was true before; a change is told when it happens. */
  readonly isSnapshot: boolean
  readonly nowMs: number
}

/** ignored: an old fact, or one about a tunnel that another has followed. confirmed: no change, but true. */
export type PresenceOutcome =
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'confirmed' | 'came-online' | 'went-offline'; readonly presence: Presence }

export function applyPresence(known: Presence, told: PresenceFact, news: PresenceNews): PresenceOutcome {
  const fact = withSaneMoments(told, news.nowMs)
  if (isOlder(fact, known, news.nowMs)) return { outcome: 'ignored' }
  const { relayId, enteredAt, at: factAt } = fact
  const place = { ...known, relayId, enteredAt, factAt, ...addressesOf(fact, known) }
  if (fact.isOnline === known.isOnline) return { outcome: 'confirmed', presence: place }
  if (!fact.isOnline) {
    return { outcome: 'went-offline', presence: { ...place, isOnline: false, offlineSince: factAt } }
  }
  // Until a snapshot told of it, nobody could use it, however long its tunnel has been there.
  const onlineSince = news.isSnapshot ? news.nowMs : factAt
  return { outcome: 'came-online', presence: { ...place, isOnline: true, onlineSince } }
}

/** How far a relay's clock may be from ours before its moments are replaced by ours. */
export const relayClockMsMax = 30_000

/** The newer tunnel wins; of one tunnel, the newer fact. A fact that is repeated is no older than itself. */
function isOlder(fact: PresenceFact, known: Presence, nowMs: number): boolean {
  // Our clock was set back: what we know from the future is not worth waiting for.
  if (known.enteredAt > nowMs + relayClockMsMax) return false
  if (fact.enteredAt !== known.enteredAt) return fact.enteredAt < known.enteredAt
  return fact.relayId === known.relayId && fact.at < known.factAt
}

/** Relays follow our clock; the future is only told by one that has lost it. */
function withSaneMoments(fact: PresenceFact, nowMs: number): PresenceFact {
  const sane = (moment: number) => (moment > nowMs + relayClockMsMax ? nowMs : moment)
  return { ...fact, enteredAt: sane(fact.enteredAt), at: sane(fact.at) }
}

function addressesOf(fact: PresenceFact, known: Presence) {
  return {
    externalAddress: fact.externalAddress ?? known.externalAddress,
    internalAddress: fact.internalAddress ?? known.internalAddress,
    agentVersion: fact.agentVersion ?? known.agentVersion,
  }
}
