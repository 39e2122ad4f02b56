// Removes a passkey, unless its owner could not come in without it.

import { accept, refuse, type Result } from '@farport/basics'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { isLanguage, type SignInRefusal } from '../../identity.ts'
import { decideRemoval } from '../../ways-in.ts'
import { waysInForUpdate } from '../../ways-in-store.ts'
import { decideFactorRemoval, noSuchPasskey } from '../passkey.ts'
import { isSecondFactor, passkeysOf, removePasskey as remove } from '../passkey-store.ts'
import { tellOfPasskey } from './tell-of-passkey.ts'

type Means = Pick<IdentityContext, 'database' | 'mailer' | 'publicUrl' | 'providers'>

export async function removePasskey(
  means: Means,
  viewer: Viewer,
  { id }: { id: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { accountId: userId, email } = viewer
  const language = isLanguage(viewer.language) ? viewer.language : 'en'
  return means.database.transaction(async (tx) => {
    const ways = await waysInForUpdate(tx, userId, [...means.providers.keys()])
    const passkeys = await passkeysOf(tx, userId)
    if (!passkeys.some((passkey) => passkey.id === id)) return refuse(noSuchPasskey)
    const wayIn = decideRemoval(ways, id)
    if (!wayIn.ok) return wayIn
    const factor = decideFactorRemoval({ count: passkeys.length, isSecondFactor: await isSecondFactor(tx, userId) })
    if (!factor.ok) return factor
    const removed = await remove(tx, { id, userId })
    if (removed === undefined) return refuse(noSuchPasskey)
    await tellOfPasskey(means, tx, { account: { email, language }, name: removed.name, news: 'removed' })
    return accept(undefined)
  })
}
