// Tells what rests on a credential that it is over: what is stored within the transaction, open sockets after it.

import type { AccountId } from '@farport/vocabulary'
import { afterCommit, type Tx } from '#platform/database'
import type { IdentityContext } from '../../context.ts'
import { credentialEndsChannel, type EndedCredential } from '../credential-ends.ts'

export type CredentialEnder = Pick<IdentityContext, 'database' | 'bus' | 'log' | 'credentialWatchers'>

/** `credentialIds`: of the sessions, or of the access key. */
export async function endCredential(
  { database, bus, log, credentialWatchers }: CredentialEnder,
  tx: Tx,
  { credentialIds, ...ended }: EndedCredential & { credentialIds: readonly string[] },
): Promise<void> {
  const tellWatchers = async (within: Tx) => {
    for (const watcher of credentialWatchers) await watcher.credentialEnds(within, ended)
  }
  await tellWatchers(tx)
  afterCommit(tx, () => {
    for (const credentialId of credentialIds) bus.publish(credentialEndsChannel(ended.userId), { credentialId })
    // What was begun meanwhile could not be seen from within.
    database.transaction(tellWatchers).catch((error: unknown) => {
      log.error({ err: error, userId: ended.userId }, 'a credential has ended, but not all that rests on it')
    })
  })
}

/** It is gone already: what goes wrong now is told to the operator, not to who signs out. */
export async function sessionHasEnded(
  context: CredentialEnder,
  { id, userId }: { id: string; userId: AccountId },
): Promise<void> {
  const { database, log } = context
  try {
    await database.transaction((tx) =>
      endCredential(context, tx, { userId, accessKey: undefined, sessionId: id, credentialIds: [id] }),
    )
  } catch (error) {
    log.error({ err: error, userId }, 'a session has ended, but not all that rests on it')
  }
}
