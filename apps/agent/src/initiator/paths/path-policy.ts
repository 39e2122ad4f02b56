// Which link carries, which ones wait, and what is looked for next. Pure: facts in, deeds out; asked again whenever a fact
// changes, and some times a second while bytes move.

import type { PathKind, RouteMode } from '@farport/protocol'

export interface SpareFacts {
  readonly id: number
  readonly kind: PathKind
  /** Of its last probe. */
  readonly roundTripMs: number | undefined
  /** When it answered last; undefined: never. */
  readonly answeredAtMs: number | undefined
  /** Probes that were answered, or missed, one after the other. */
  readonly answeredInRow: number
  readonly missedInRow: number
}

export interface CarrierFacts {
  readonly kind: PathKind
  readonly roundTripMs: number | undefined
  /** The last byte that came over it. */
  readonly heardAtMs: number
  /** The oldest question that it has not answered. Undefined: nothing is awaited. */
  readonly askedAtMs: number | undefined
}

export interface PathFacts {
  readonly nowMs: number
  readonly route: RouteMode
  /** A UDP service is carried: datagrams travel best beside the bytes. */
  readonly wantsDatagrams: boolean
  /** Undefined: nothing carries. */
  readonly carrier: CarrierFacts | undefined
  readonly spares: readonly SpareFacts[]
  /** The session is just being moved. */
  readonly isMoving: boolean
  /** A relayed link is being made, or waits for its next try. */
  readonly isReaching: boolean
  /** Direct ways are being looked for. */
  readonly isLooking: boolean
  /** When links that carried were lost, by kind; of the last falls, those that still count. */
  readonly falls: readonly PathFall[]
}

export interface PathFall {
  readonly kind: PathKind
  readonly atMs: number
}

export type PathDeed =
  | { readonly deed: 'move'; readonly to: number }
  | { readonly deed: 'reach-relay' }
  | { readonly deed: 'look' }
  | { readonly deed: 'drop'; readonly link: number }
  /** The only permitted way is lost: the session ends, and its streams with it. */
  | { readonly deed: 'end' }

/** Whoever watches a busy session looks so often, */
export const busyTickMs = 100
/** and asks a carrier that says nothing so soon. */
export const busyAskMs = 250
/** One that answers nothing for so long is silent; a slow one has more time. */
const silenceMsMin = 500
const silenceMsMax = 1500
const doubtMs = 200
const moveMsMax = 3000
/** Probes answered in a row before a better link is trusted with a session that another one carries. */
const answersWanted = 2
const missesMax = 2
/** A fall counts for so long, and each that counts doubles the wait. */
export const fallCountsMs = 60_000
const holdMsFirst = 1000
export const fallsMax = 16

export function decidePath(facts: PathFacts): readonly PathDeed[] {
  const deeds: PathDeed[] = surplus(facts).map(({ id }) => ({ deed: 'drop', link: id }))
  if (facts.route !== 'proxy' && !facts.isLooking && facts.carrier !== undefined) deeds.push({ deed: 'look' })
  if (facts.isMoving) return deeds
  const isLost = facts.carrier === undefined || isSilent(facts.carrier, facts.nowMs)
  return [...deeds, ...(isLost ? rescue(facts) : improve(facts, facts.carrier))]
}

export function isSilent({ askedAtMs, heardAtMs, roundTripMs = 0 }: CarrierFacts, nowMs: number): boolean {
  if (askedAtMs === undefined) return false
  return nowMs - Math.max(askedAtMs, heardAtMs) >= silenceMsOf(roundTripMs)
}

/** It has been silent for longer than a session takes to move to another link: there is none. */
export function isUnanswering({ askedAtMs, heardAtMs }: CarrierFacts, nowMs: number): boolean {
  return askedAtMs !== undefined && nowMs - Math.max(askedAtMs, heardAtMs) >= moveMsMax
}

function silenceMsOf(roundTripMs: number): number {
  return Math.min(silenceMsMax, Math.max(silenceMsMin, silenceMsMin / 2 + 3 * roundTripMs))
}

/** It has not answered for a while: time to know which others would. */
export function isDoubtful({ askedAtMs, heardAtMs, roundTripMs = 0 }: CarrierFacts, nowMs: number): boolean {
  return askedAtMs !== undefined && nowMs - Math.max(askedAtMs, heardAtMs) >= doubtMs + roundTripMs
}

/** Until when a kind that has fallen is not moved to, as long as another link carries. */
export function heldUntilMs(kind: PathKind, falls: readonly PathFall[], nowMs: number): number {
  const counting = falls.filter((fall) => fall.kind === kind && nowMs - fall.atMs < fallCountsMs)
  const last = counting.at(-1)
  return last === undefined ? 0 : last.atMs + Math.min(fallCountsMs, holdMsFirst * 2 ** counting.length)
}

/** Same LAN before the kernel's TCP before our own stream over UDP before a relay. */
function rankOf(kind: PathKind, { wantsDatagrams }: Pick<PathFacts, 'wantsDatagrams'>): number {
  if (kind === 'udp' && wantsDatagrams) return 2.5
  return { relay: 0, udp: 1, tcp: 2, lan: 3 }[kind]
}

export function isPermitted(kind: PathKind, route: RouteMode): boolean {
  return route !== 'proxy' || kind === 'relay'
}

/** Nothing carries, or nothing comes: any link that waits may be better than none. */
function rescue(facts: PathFacts): PathDeed[] {
  const { carrier, spares, route, isReaching } = facts
  const mayRelay = route !== 'p2p' || carrier === undefined || carrier.kind === 'relay'
  const chosen = spares
    .filter(({ kind, missedInRow }) => missedInRow === 0 && isPermitted(kind, route) && (kind !== 'relay' || mayRelay))
    .toSorted((left, right) => promiseOf(right, facts) - promiseOf(left, facts))[0]
  if (chosen !== undefined) return [{ deed: 'move', to: chosen.id }]
  if (!mayRelay) return [{ deed: 'end' }]
  return isReaching ? [] : [{ deed: 'reach-relay' }]
}

/**
 * Most of all one that has answered what the carrier was silent to, and the best of those; else the one that has least in
 * common with what was lost, which is a relay.
 */
function promiseOf(spare: SpareFacts, facts: PathFacts): number {
  const rank = rankOf(spare.kind, facts)
  const hasAnswered = (spare.answeredAtMs ?? -Infinity) > (facts.carrier?.askedAtMs ?? Infinity)
  return (hasAnswered ? 100 + rank : -rank) + (spare.kind === facts.carrier?.kind ? 0 : 50)
}

function improve(facts: PathFacts, carrier: CarrierFacts): PathDeed[] {
  const better = facts.spares
    .filter((spare) => isBetter(spare, carrier, facts))
    .toSorted((left, right) => rankOf(right.kind, facts) - rankOf(left.kind, facts))[0]
  if (better !== undefined) return [{ deed: 'move', to: better.id }]
  const needsSpare = facts.route === 'failover' && carrier.kind !== 'relay' && !facts.isReaching
  return needsSpare && !facts.spares.some(({ kind }) => kind === 'relay') ? [{ deed: 'reach-relay' }] : []
}

function isBetter(spare: SpareFacts, carrier: CarrierFacts, facts: PathFacts): boolean {
  if (!isPermitted(spare.kind, facts.route)) return false
  if (rankOf(spare.kind, facts) <= rankOf(carrier.kind, facts)) return false
  if (spare.answeredInRow < answersWanted || spare.roundTripMs === undefined) return false
  if (heldUntilMs(spare.kind, facts.falls, facts.nowMs) > facts.nowMs) return false
  const roundTripMs = carrier.roundTripMs ?? Infinity
  return spare.roundTripMs <= Math.max(roundTripMs * 1.5, roundTripMs + 30)
}

/** Those that do not answer, are not permitted, or are the second of their kind. */
function surplus({ spares, route }: PathFacts): readonly SpareFacts[] {
  const seen = new Set<PathKind>()
  return spares.filter((spare) => {
    const isSecond = seen.has(spare.kind)
    seen.add(spare.kind)
    return isSecond || spare.missedInRow >= missesMax || !isPermitted(spare.kind, route)
  })
}
