// Switches an access key on or off. What was begun with one that is switched off ends at once.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { noSuchKey, parseAccessKeyId, type AccessKey } from '../access-key.ts'
import { setEnabled } from '../access-key-store.ts'
import { endCredential, type CredentialEnder } from '../../sessions/operations/end-credential.ts'

export async function updateAccessKey(
  context: CredentialEnder,
  userId: AccountId,
  request: { key: string; isEnabled: boolean },
): Promise<Result<AccessKey, Refusal>> {
  const id = parseAccessKeyId(request.key)
  if (id === undefined) return refuse(noSuchKey)
  return context.database.transaction(async (tx) => {
    const key = await setEnabled(tx, { id, userId, isEnabled: request.isEnabled })
    if (key === undefined) return refuse(noSuchKey)
    if (!key.isEnabled) await endCredential(context, tx, { userId, accessKey: id, credentialIds: [id] })
    return accept(key)
  })
}
