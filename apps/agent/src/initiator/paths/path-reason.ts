// Why a connection travels as it does, and not better: a sentence for people. Pure.

import type { PathKind, RouteMode } from '@farport/protocol'
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
  /** Why there is no session, when there is none. */
  readonly trouble: string | undefined
}

/** Before that nobody can say that there is no direct way. */
const lookingMs = 5000

/** Undefined: there is no better path. */
export function reasonOf(facts: ReasonFacts): string | undefined {
  const { route, carrier, findings, trouble, heldForMs } = facts
  if (carrier === undefined) return trouble
  if (carrier === 'lan') return undefined
  if (route === 'proxy') return 'The connection is set to go by relay only.'
  if (!facts.canLook) return 'Direct ways are switched off on this machine.'
  if (heldForMs !== undefined && heldForMs > 0) {
    return `A direct way was there and was lost; it is used again in ${Math.ceil(heldForMs / 1000)} s if it holds.`
  }
  // What has failed so far may not be all.
  if (carrier === 'relay' && facts.lookedMs < lookingMs) return 'A direct way is being looked for.'
  const failures = betterThan(carrier).flatMap((kind) => findings?.failures[kind] ?? [])
  if (failures.length > 0) return [natSentence(findings), ...failures].filter((each) => each !== '').join(' ')
  return carrier === 'relay' ? noWay(findings) : undefined
}

function noWay(findings: DirectFindings | undefined): string {
  const nat = natSentence(findings)
  return nat === '' ? 'No direct way was found yet.' : `No direct way was found yet. ${nat}`
}

function betterThan(carrier: Exclude<PathKind, 'lan'>): readonly Exclude<PathKind, 'relay'>[] {
  return carrier === 'relay' ? ['lan', 'tcp', 'udp'] : carrier === 'udp' ? ['lan', 'tcp'] : ['lan']
}

function natSentence(findings: DirectFindings | undefined): string {
  if (findings === undefined) return ''
  const { nat, peerNat } = findings
  if (nat === 'udp-blocked' || peerNat === 'udp-blocked') {
    return `UDP is blocked ${nat === 'udp-blocked' ? 'here' : 'at the device'}.`
  }
  return nat === 'symmetric' && peerNat === 'symmetric' ? 'Both networks give every connection another port.' : ''
}
