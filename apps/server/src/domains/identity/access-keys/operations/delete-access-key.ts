// Deletes an access key that is switched off.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { decideDeletion, noSuchKey, parseAccessKeyId } from '../access-key.ts'
import { accessKeyForUpdate, removeAccessKey } from '../access-key-store.ts'
import type { IdentityContext } from '../../context.ts'

export async function deleteAccessKey(
  { database }: Pick<IdentityContext, 'database'>,
  userId: AccountId,
  request: { key: string },
): Promise<Result<true, Refusal>> {
  const id = parseAccessKeyId(request.key)
  if (id === undefined) return refuse(noSuchKey)
  return database.transaction(async (tx) => {
    const key = await accessKeyForUpdate(tx, { id, userId })
    if (key === undefined) return refuse(noSuchKey)
    const decision = decideDeletion(key)
    if (!decision.ok) return decision
    await removeAccessKey(tx, id)
    return accept(true as const)
  })
}
