// Words that belong to an account for good and are kept nowhere: whoever has the installation's secret has them.

import { createHmac } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'

/** The developer key, which clients may show to its owner at any time. Another moment makes another key. */
export function deriveApiKey(secret: Secret<Buffer>, { id, madeAt }: { id: AccountId; madeAt: Date }): Secret {
  return new Secret(word(secret, `api key ${id} ${madeAt.toISOString()}`).toString('base64url'))
}

/** What older clients keep beside the name. It opens nothing. */
export function deriveAuthhash(secret: Secret<Buffer>, id: AccountId): string {
  return word(secret, `authhash ${id}`).toString('hex').slice(0, 40).toUpperCase()
}

function word(secret: Secret<Buffer>, text: string): Buffer {
  return createHmac('sha256', secret.reveal()).update(text).digest()
}
