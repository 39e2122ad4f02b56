// What a refused call means for the credential that it carried. Pure.
//
// An access cookie that ran out is no fault: it is renewed at once. A refusal in spite of a renewed one is counted; the
// more in a row, the longer the wait before the next renewal. One good answer makes all forgotten.

/** Beyond this many refusals in a row the person is signed out. */
export const refusalsMax = 10

export interface Credential {
  /** In a row, each with a credential that had just been renewed. */
  readonly refusals: number
  /** Renewed since the last good answer. */
  readonly isRenewed: boolean
}

export const trusted: Credential = { refusals: 0, isRenewed: false }

export type RefusalStep =
  | { next: 'renew-at-once' }
  | { next: 'wait-and-renew'; waitMs: number; credential: Credential }
  | { next: 'sign-out' }

export function afterRefusal(credential: Credential): RefusalStep {
  if (!credential.isRenewed) return { next: 'renew-at-once' }
  const refusals = credential.refusals + 1
  if (refusals > refusalsMax) return { next: 'sign-out' }
  return { next: 'wait-and-renew', waitMs: refusals ** 2 * 1000, credential: { ...credential, refusals } }
}

export function afterRenewal(credential: Credential): Credential {
  return { ...credential, isRenewed: true }
}
