// Gives a passkey another name.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { noSuchPasskey, parsePasskeyName } from '../passkey.ts'
import { renamePasskey as rename } from '../passkey-store.ts'

export async function renamePasskey(
  { database }: Pick<IdentityContext, 'database'>,
  userId: AccountId,
  wish: { id: string; name: string },
): Promise<Result<undefined, SignInRefusal>> {
  const name = parsePasskeyName(wish.name)
  if (!name.ok) return name
  const isRenamed = await rename(database.queries, { id: wish.id, userId, name: name.value })
  return isRenamed ? accept(undefined) : refuse(noSuchPasskey)
}
