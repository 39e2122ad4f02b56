// Tells what rests on credentials that they are over: within the transaction what is stored, after it the open sockets.

import { afterCommit, type Tx } from '#platform/database'
import type { AccountId } from '@farport/vocabulary'
import type { IdentityContext } from '../context.ts'
import { credentialEndsChannel } from '../credential-ends.ts'

export async function endCredentials(
  { bus, credentialWatchers }: Pick<IdentityContext, 'bus' | 'credentialWatchers'>,
  tx: Tx,
  ended: { userId: AccountId; credentialIds: readonly string[] },
): Promise<void> {
  for (const watcher of credentialWatchers) await watcher.credentialsEnd(tx, ended)
  afterCommit(tx, () => {
    for (const credentialId of ended.credentialIds) bus.publish(credentialEndsChannel(ended.userId), { credentialId })
  })
}
