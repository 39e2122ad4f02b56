// Tells what rests on a credential that it is over: what is stored within the transaction, open sockets after it.

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
