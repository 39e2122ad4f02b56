// The SQL of passkeys, and of the challenges for them that were used.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { NewCredential } from '#platform/webauthn'
import type { Passkey } from './passkey.ts'

/** False when it was used before. */
export async function markUsed(queries: Queries, used: { hash: Buffer; expiresAt: Date }): Promise<boolean> {
  const row = await queries
    .insertInto('auth.used_passkey_challenge')
    .values({ challenge_hash: used.hash, expires_at: used.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

const columns = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'transports',
  'name',
  'created_at',
  'last_used_at',
] as const

interface Row {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

function toPasskey(row: Row): Passkey {
  return {
    id: row.id,
    userId: row.user_id as AccountId, // a reference to auth."user"
    credentialId: row.credential_id,
    publicKey: row.public_key,
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}

export async function passkeysOf(queries: Queries, userId: AccountId): Promise<Passkey[]> {
  const passkeys = queries.selectFrom('auth.passkey').select(columns).where('user_id', '=', userId)
  const rows = await passkeys.orderBy('created_at').orderBy('id').execute()
  return rows.map(toPasskey)
}

export async function hasPasskey(queries: Queries, userId: AccountId): Promise<boolean> {
  const row = await queries.selectFrom('auth.passkey').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Those that can stand for a password. */
export async function personalPasskeysOf(queries: Queries, userId: AccountId): Promise<Passkey[]> {
  const passkeys = queries.selectFrom('auth.passkey').select(columns).where('user_id', '=', userId)
  const rows = await passkeys.where('verifies_person', '=', true).orderBy('created_at').orderBy('id').execute()
  return rows.map(toPasskey)
}

export async function passkeyByCredential(queries: Queries, credentialId: Buffer): Promise<Passkey | undefined> {
  const passkeys = queries.selectFrom('auth.passkey').select(columns)
  const row = await passkeys.where('credential_id', '=', credentialId).executeTakeFirst()
  return row && toPasskey(row)
}

export async function addPasskey(
  tx: Tx,
  passkey: NewCredential & { id: string; userId: AccountId; name: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('auth.passkey')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      is_backed_up: passkey.isBackedUp,
      verifies_person: passkey.verifiesPerson,
      created_at: passkey.createdAt,
    })
    .execute()
}

/**
 * Authenticators that count, count up; those that do not say 0 for good. False when it counted less than it had: it is a
 * copy, or there is one.
 */
export async function noteUse(
  tx: Tx,
  { id, counter, isBackedUp, now }: { id: string; counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('auth.passkey')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([eb('counter', '<', String(counter)), and([eb('counter', '=', '0'), eb.lit(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function renamePasskey(
  queries: Queries,
  { id, userId, name }: { id: string; userId: AccountId; name: string },
): Promise<boolean> {
  const renamed = await queries
    .updateTable('auth.passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

export async function removePasskey(
  tx: Tx,
  { id, userId }: { id: string; userId: AccountId },
): Promise<{ name: string } | undefined> {
  return tx
    .deleteFrom('auth.passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
}

export async function removeOldChallenges(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.used_passkey_challenge').where('expires_at', '<', now).execute()
}

/** Whether the person chose passkeys to be what a password is not enough without. */
export async function isSecondFactor(tx: Tx, userId: AccountId): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.second_factors')
    .select('method')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.method === 'WEB_AUTHN'
}
