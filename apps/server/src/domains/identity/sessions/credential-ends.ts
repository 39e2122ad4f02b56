// What somebody came with, a session or an access key, can end at any moment; what rests on it ends then, too.

import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'

/** Where it is told: `{credentialId}`, the id of the session or of the access key. */
export function credentialEndsChannel(accountId: string): string {
  return `credential-ends:${accountId}`
}

export interface EndedCredential {
  readonly userId: AccountId
  /** Undefined: sessions of the person. */
  readonly accessKey: string | undefined
  /** This session alone; undefined: all of them, or the access key. */
  readonly sessionId?: string | undefined
}

export interface CredentialWatcher {
  /** Ends what rests on it. Called twice, as watchers of access are: within the transaction that ends it, and after. */
  credentialEnds(tx: Tx, ended: EndedCredential): Promise<void>
}
