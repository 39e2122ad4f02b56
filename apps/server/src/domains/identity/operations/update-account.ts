// Changes the language and the time zone of a person.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Database } from '#platform/database'
import { parsePersonalChange } from '../personal.ts'
import { savePersonal } from '../personal-store.ts'

export async function updateAccount(
  { database }: { database: Database },
  userId: AccountId,
  wish: { language?: string | null | undefined; timezone?: string | null | undefined },
): Promise<Result<undefined, Refusal>> {
  const change = parsePersonalChange(wish)
  if (!change.ok) return change
  if (Object.keys(change.value).length > 0) {
    await database.transaction((tx) => savePersonal(tx, userId, change.value))
  }
  return accept(undefined)
}
