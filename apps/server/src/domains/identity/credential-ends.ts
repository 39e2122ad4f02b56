// What somebody came with, a session or an access key, can end at any moment; what rests on it ends then, too.

import type { Tx } from '#platform/database'
import type { AccountId } from '@farport/vocabulary'

/** Where it is told: `{credentialId}`, the id of the session or of the access key. */
export function credentialEndsChannel(accountId: string): string {
  return `credential-ends:${accountId}`
}

/** Acts in the transaction that ends credentials, on what was begun with them. */
export interface CredentialWatcher {
  credentialsEnd(tx: Tx, ended: { userId: AccountId; credentialIds: readonly string[] }): Promise<void>
}
