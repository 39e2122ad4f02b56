// Why a connection travels as it does, and not better: which case it is, and a sentence for people. Pure.

import type { PathKind, PathWhy, RouteMode } from '@farport/protocol'
import type { DirectFindings } from '@farport/direct'

export interface ReasonFacts {
  readonly route: RouteMode
  readonly carrier: PathKind | undefined
  /** Direct ways are permitted on this machine. */
  readonly canLook: boolean
  /** Undefined: nothing was looked for yet. */
  readonly findings: DirectFindings | undefined
  /** How long a direct way has been looked for. */
  readonly lookedMs: number
  /** Until when a kind of direct way that has failed is not gone back to; undefined: none is held back. */
  readonly heldForMs: number | undefined
  /** Why nothing gets through, while nothing does. */
  readonly trouble: string | undefined
}

/** Before that nobody can say that there is no direct way. */
const lookingMs = 5000

export interface PathReason {
  readonly why: PathWhy
  readonly sentence: string
}

/** Undefined: there is no better path. */
export function reasonOf(facts: ReasonFacts): PathReason | undefined {
  const { route, carrier, findings, trouble, heldForMs } = facts
  if (trouble !== undefined) return { why: 'unreachable', sentence: trouble }
  if (carrier === undefined || carrier === 'lan') return undefined
  if (route === 'proxy') return { why: 'relay-only', sentence: 'The connection is set to go by relay only.' }
  if (!facts.canLook) return { why: 'switched-off', sentence: 'Direct ways are switched off on this machine.' }
  if (heldForMs !== undefined && heldForMs > 0) {
    const sentence = `A direct way was there and was lost; it is used again in ${Math.ceil(heldForMs / 1000)} s if it holds.`
    return { why: 'was-lost', sentence }
  }
  // What has failed so far may not be all.
  if (carrier === 'relay' && facts.lookedMs < lookingMs)
    return { why: 'looking', sentence: 'A direct way is being looked for.' }
  const failures = [...new Set(betterThan(carrier).flatMap((kind) => findings?.failures[kind] ?? []))]
  const hard = hardNetworks(findings)
  if (failures.length === 0 && carrier !== 'relay') return undefined
  const found = failures.length > 0 ? failures : ['No direct way was found yet.']
  const sentences =
    hard === undefined ? found : failures.length > 0 ? [hard.sentence, ...found] : [...found, hard.sentence]
  const plain = failures.length === 0 ? 'none-found' : carrier === 'relay' ? 'failed' : 'other-network'
  return { why: hard?.why ?? plain, sentence: sentences.join(' ') }
}

function betterThan(carrier: Exclude<PathKind, 'lan'>): readonly Exclude<PathKind, 'relay'>[] {
  return carrier === 'relay' ? ['lan', 'tcp', 'udp'] : carrier === 'udp' ? ['lan', 'tcp'] : ['lan']
}

function hardNetworks(findings: DirectFindings | undefined): PathReason | undefined {
  if (findings === undefined) return undefined
  const { nat, peerNat } = findings
  if (nat === 'udp-blocked') return { why: 'blocked-here', sentence: 'UDP is blocked here.' }
  if (peerNat === 'udp-blocked') return { why: 'blocked-there', sentence: 'UDP is blocked at the device.' }
  return nat === 'symmetric' && peerNat === 'symmetric'
    ? { why: 'both-symmetric', sentence: 'Both networks give every connection another port.' }
    : undefined
}
