// Merges into the attributes of a person.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { attributesRefusalMessages, mergeAttributes, type AccountId, type Attributes } from '@farport/vocabulary'
import type { Database } from '#platform/database'
import { personalForUpdate, saveAttributes } from '../personal-store.ts'

export async function setUserAttributes(
  { database }: { database: Database },
  userId: AccountId,
  attributes: Attributes,
): Promise<Result<Attributes, Refusal>> {
  return database.transaction(async (tx) => {
    const personal = await personalForUpdate(tx, userId)
    if (personal === undefined) throw new Error(`${userId} is signed in, and has no account`)
    const merged = mergeAttributes(personal.attributes, attributes)
    if (!merged.ok) return refuse({ code: 'INVALID', message: attributesRefusalMessages[merged.refusal] })
    await saveAttributes(tx, userId, merged.value)
    return accept(merged.value)
  })
}
