// Ends all sessions of a person, wherever they are, and what was begun in them. Access keys stay.

import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { removeDeviceCodesOf } from '../../device-codes/device-code-store.ts'
import { dropChallenges } from '../../sign-in/challenge-store.ts'
import { removeSessions } from '../session-store.ts'
import { endCredential, type CredentialEnder } from './end-credential.ts'

export async function signOutEverywhere(context: CredentialEnder, userId: AccountId): Promise<void> {
  await context.database.transaction((tx) => endSessions(context, tx, userId))
}

/** All of them but one, if one is to stay. What a session has allowed goes with it, and so do sign-ins that wait. */
export async function endSessions(
  context: CredentialEnder,
  tx: Tx,
  userId: AccountId,
  exceptId?: string,
): Promise<void> {
  const credentialIds = await removeSessions(tx, userId, exceptId)
  await removeDeviceCodesOf(tx, userId)
  await dropChallenges(tx, userId)
  if (exceptId === undefined) return endCredential(context, tx, { userId, accessKey: undefined, credentialIds })
  for (const sessionId of credentialIds) {
    await endCredential(context, tx, { userId, accessKey: undefined, sessionId, credentialIds: [sessionId] })
  }
}
