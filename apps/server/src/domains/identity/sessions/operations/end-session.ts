// Ends one session of a person: this one, or another one from their list.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { SignInRefusal } from '../../identity.ts'
import { removeSession } from '../session-store.ts'
import { endCredential, type CredentialEnder } from './end-credential.ts'

const unknown: SignInRefusal = { status: 404, code: 'NOT_FOUND', message: 'This session has ended already.' }

export async function endSession(
  means: CredentialEnder,
  { userId, sessionId }: { userId: AccountId; sessionId: string },
): Promise<Result<undefined, SignInRefusal>> {
  return means.database.transaction(async (tx) => {
    if (!(await removeSession(tx, userId, sessionId))) return refuse(unknown)
    await endCredential(means, tx, { userId, accessKey: undefined, sessionId, credentialIds: [sessionId] })
    return accept(undefined)
  })
}
