// Ends all sessions of a person, wherever they are.

import type { AccountId } from '@farport/vocabulary'
import type { IdentityContext } from '../context.ts'
import { removeSessions } from '../identity-store.ts'
import { endCredentials } from './end-credentials.ts'

export async function signOutEverywhere(
  context: Pick<IdentityContext, 'database' | 'bus' | 'credentialWatchers'>,
  userId: AccountId,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await endCredentials(context, tx, { userId, credentialIds: await removeSessions(tx, userId) })
  })
}
