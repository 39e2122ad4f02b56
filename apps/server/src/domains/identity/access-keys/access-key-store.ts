// The SQL of access keys.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { AccessKey, AccessKeyId, AccessKeyPlace } from './access-key.ts'
import type { Account } from '../identity.ts'
import { accountColumns, toAccount, users } from '../identity-store.ts'

export interface NewAccessKey {
  id: AccessKeyId
  userId: AccountId
  place: AccessKeyPlace
  sealedSecret: Buffer
  createdAt: Date
}

/** What a signature is checked with. */
export interface AccessKeyFacts {
  key: AccessKey
  sealedSecret: Buffer
  account: Account
}

const keyColumns = ['key', 'is_enabled', 'created_at', 'last_used_at'] as const

interface AccessKeyRow {
  key: string
  is_enabled: boolean
  created_at: Date
  last_used_at: Date | null
}

function toAccessKey(row: AccessKeyRow): AccessKey {
  return {
    id: row.key as AccessKeyId, // made by us
    isEnabled: row.is_enabled,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}

/** The oldest first. */
export async function accessKeysOf(queries: Queries, userId: AccountId): Promise<AccessKey[]> {
  const rows = await queries
    .selectFrom('auth.access_key')
    .select(keyColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('key')
    .execute()
  return rows.map(toAccessKey)
}

export async function accessKeyFacts(queries: Queries, id: AccessKeyId): Promise<AccessKeyFacts | undefined> {
  const row = await users(queries)
    .innerJoin('auth.access_key as key', 'key.user_id', 'user.id')
    .select(accountColumns)
    .select(['key.key', 'key.is_enabled', 'key.created_at as key_created_at', 'key.last_used_at', 'key.sealed_secret'])
    .where('key.key', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const key = toAccessKey({ ...row, created_at: row.key_created_at })
  return { key, sealedSecret: row.sealed_secret, account: toAccount(row) }
}

/** The places that are taken. No other transaction of this person comes between. */
export async function takenPlaces(tx: Tx, userId: AccountId): Promise<number[]> {
  await tx.selectFrom('auth.user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const rows = await tx.selectFrom('auth.access_key').select('place').where('user_id', '=', userId).execute()
  return rows.map((row) => row.place)
}

export async function addAccessKey(tx: Tx, key: NewAccessKey): Promise<void> {
  await tx
    .insertInto('auth.access_key')
    .values({
      key: key.id,
      user_id: key.userId,
      place: key.place,
      sealed_secret: key.sealedSecret,
      created_at: key.createdAt,
    })
    .execute()
}

/** The key as it is then; undefined when this person has no such key. */
export async function setEnabled(
  tx: Tx,
  { id, userId, isEnabled }: { id: AccessKeyId; userId: AccountId; isEnabled: boolean },
): Promise<AccessKey | undefined> {
  const row = await tx
    .updateTable('auth.access_key')
    .set({ is_enabled: isEnabled })
    .where('key', '=', id)
    .where('user_id', '=', userId)
    .returning(keyColumns)
    .executeTakeFirst()
  return row && toAccessKey(row)
}

export async function accessKeyForUpdate(
  tx: Tx,
  { id, userId }: { id: AccessKeyId; userId: AccountId },
): Promise<AccessKey | undefined> {
  const row = await tx
    .selectFrom('auth.access_key')
    .select(keyColumns)
    .where('key', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row && toAccessKey(row)
}

export async function removeAccessKey(tx: Tx, id: AccessKeyId): Promise<void> {
  await tx.deleteFrom('auth.access_key').where('key', '=', id).execute()
}

export async function keepUse(queries: Queries, id: AccessKeyId, usedAt: Date): Promise<void> {
  await queries.updateTable('auth.access_key').set({ last_used_at: usedAt }).where('key', '=', id).execute()
}
