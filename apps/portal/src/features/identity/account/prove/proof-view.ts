// By what the person is asked to prove who they are. Pure.

import type { ProofWay } from '@farport/contract'

export interface ProofView {
  /** Undefined when they have nothing that would do here: a new sign-in is as good as a proof. */
  way: ProofWay | undefined
  /** What they may turn to instead. */
  others: ProofWay[]
  canSignInInstead: boolean
}

export interface ProofFacts {
  /** The handiest first. */
  ways: readonly ProofWay[]
  /** Of this browser, and this page. */
  canUsePasskeys: boolean
}

export function proofView({ ways, canUsePasskeys }: ProofFacts, chosen: ProofWay | undefined): ProofView {
  const offered = ways.filter((way) => way !== 'PASSKEY' || canUsePasskeys)
  const way = chosen !== undefined && offered.includes(chosen) ? chosen : offered[0]
  return {
    way,
    others: offered.filter((other) => other !== way),
    // A passkey or a phone may be out of reach; a password is known or not.
    canSignInInstead: !offered.includes('PASSWORD'),
  }
}
