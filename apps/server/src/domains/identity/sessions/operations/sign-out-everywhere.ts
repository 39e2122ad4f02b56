// Ends all sessions of a person, wherever they are, and what was begun in them. Access keys stay.

import type { AccountId } from '@farport/vocabulary'
import { removeSessions } from '../../identity-store.ts'
import { endCredential, type CredentialEnder } from './end-credential.ts'

export async function signOutEverywhere(context: CredentialEnder, userId: AccountId): Promise<void> {
  await context.database.transaction(async (tx) => {
    const credentialIds = await removeSessions(tx, userId)
    await endCredential(context, tx, { userId, accessKey: undefined, credentialIds })
  })
}
