// The SQL of what a person keeps with their account, and nobody else reads.

import type { AccountId, Attributes } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { Personal, PersonalChange } from './personal.ts'

const columns = ['timezone', 'attributes', 'api_key_at'] as const

interface Row {
  timezone: string | null
  attributes: unknown
  api_key_at: Date
}

function toPersonal(row: Row): Personal {
  return {
    timezone: row.timezone ?? undefined,
    attributes: row.attributes as Attributes, // written by saveAttributes alone
    apiKeyAt: row.api_key_at,
  }
}

export async function personalOf(queries: Queries, id: AccountId): Promise<Personal | undefined> {
  const row = await queries.selectFrom('auth.user').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toPersonal(row)
}

export async function personalForUpdate(tx: Tx, id: AccountId): Promise<Personal | undefined> {
  const person = tx.selectFrom('auth.user').select(columns).where('id', '=', id)
  const row = await person.forNoKeyUpdate().executeTakeFirst()
  return row && toPersonal(row)
}

export async function saveAttributes(tx: Tx, id: AccountId, attributes: Attributes): Promise<void> {
  const written = JSON.stringify(attributes)
  await tx.updateTable('auth.user').set({ attributes: written }).where('id', '=', id).execute()
}

export async function savePersonal(tx: Tx, id: AccountId, change: PersonalChange): Promise<void> {
  await tx.updateTable('auth.user').set(change).where('id', '=', id).execute()
}
