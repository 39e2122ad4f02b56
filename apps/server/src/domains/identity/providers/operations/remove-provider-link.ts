// Takes an identity at a provider away from an account. It signs nobody in from then on.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { decideRemoval } from '../../ways-in.ts'
import { waysInForUpdate } from '../../ways-in-store.ts'
import { removeLink } from '../provider-store.ts'
import { tellOfLink } from './tell-of-link.ts'

type Means = Pick<IdentityContext, 'database' | 'mailer' | 'publicUrl' | 'providers'>

const noSuchLink: SignInRefusal = { status: 404, code: 'NOT_FOUND', message: 'This account is not linked.' }

export async function removeProviderLink(
  means: Means,
  link: { id: string; userId: AccountId },
): Promise<Result<undefined, SignInRefusal>> {
  return means.database.transaction(async (tx) => {
    const ways = await waysInForUpdate(tx, link.userId, [...means.providers.keys()])
    const decision = decideRemoval(ways, link.id)
    if (!decision.ok) return decision
    const removed = await removeLink(tx, link)
    if (removed === undefined) return refuse(noSuchLink)
    await tellOfLink(means, tx, { userId: link.userId, provider: removed.provider, change: 'removed' })
    return accept(undefined)
  })
}
