// Ways between two agents without a relay. Both ends look for them at the same time, and tell each other what they find
// through the session that they have already, by whatever way: so nobody in between can forge a candidate.

import type { DirectKind, NatKind } from '@farport/protocol'
import type { Identity, Link, Place } from '@farport/transport'

export interface DirectOptions {
  readonly role: 'initiator' | 'acceptor'
  readonly identity: Identity
  /** The key that the other end has to prove on every link. */
  readonly peerKey: string
  /** Where this end learns how it looks from outside: two ports of each relay answer STUN. */
  readonly stun: readonly Place[]
  /** Where the same is asked over TCP: the relays' own ports. Without it, ports are taken to be the same for TCP as for UDP. */
  readonly stunOverTcp?: readonly Place[]
  /** What may be tried. */
  readonly allows: {
    readonly lan: boolean
    readonly tcp: boolean
    readonly udp: boolean
    readonly portMapping: boolean
  }
  /** Carries a signal to the other end's `onSignal`. */
  readonly send: (signal: string) => void
  /** A way is there, both keys proven, and nothing has travelled on it. It belongs to whoever is told. */
  readonly onLink: (link: Link, path: DirectKind) => void
  /** What is known has changed. */
  readonly onFindings?: (findings: DirectFindings) => void
}

export interface DirectFindings {
  readonly nat: NatKind
  readonly peerNat: NatKind
  /** Of each kind that was tried and failed: why, as a sentence. */
  readonly failures: Readonly<Partial<Record<DirectKind, string>>>
}

/** Disposing of it stops looking; links that were handed out stay. */
export interface DirectPaths extends AsyncDisposable {
  readonly findings: DirectFindings
  onSignal(signal: string): void
  /** Looks again from the beginning: the network has changed, or a way was lost. */
  lookAgain(): void
}
