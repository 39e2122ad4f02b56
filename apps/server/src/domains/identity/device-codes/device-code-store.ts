// The SQL of programs that wait to be signed in.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { Poll } from './device-code.ts'

export interface NewDeviceCode {
  codeHash: Buffer
  userCodeHash: Buffer
  client: string
  address: string
  now: Date
  expiresAt: Date
  intervalSeconds: number
}

/** False when the code that people type is in use just now. */
export async function addDeviceCode(queries: Queries, code: NewDeviceCode): Promise<boolean> {
  const { codeHash, userCodeHash, client, address, now, expiresAt, intervalSeconds } = code
  const added = await queries
    .insertInto('auth.device_code')
    .values({
      code_hash: codeHash,
      user_code_hash: userCodeHash,
      client,
      address,
      created_at: now,
      expires_at: expiresAt,
      interval_seconds: intervalSeconds,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code_hash')
    .executeTakeFirst()
  return added !== undefined
}

export interface WaitingProgram {
  client: string
  address: string
  created: Date
}

/** Undefined when it was answered already, is too old, or was never there. */
export async function waitingProgram(
  queries: Queries,
  userCodeHash: Buffer,
  now: Date,
): Promise<WaitingProgram | undefined> {
  return queries
    .selectFrom('auth.device_code')
    .select(['client', 'address', 'created_at as created'])
    .where('user_code_hash', '=', userCodeHash)
    .where('expires_at', '>', now)
    .where('user_id', 'is', null)
    .executeTakeFirst()
}

/** False when it was answered already, is too old, or was never there. */
export async function answerProgram(
  queries: Queries,
  answer: { userCodeHash: Buffer; userId: AccountId; isApproved: boolean; now: Date },
): Promise<boolean> {
  const answered = await queries
    .updateTable('auth.device_code')
    .set({ user_id: answer.userId, is_approved: answer.isApproved })
    .where('user_code_hash', '=', answer.userCodeHash)
    .where('expires_at', '>', answer.now)
    .where('user_id', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return answered !== undefined
}

/** Whoever asks at the same moment waits, and sees what came of it. */
export async function holdDeviceCode(
  tx: Tx,
  codeHash: Buffer,
): Promise<(Poll & { userId: AccountId | undefined; client: string }) | undefined> {
  const row = await tx
    .selectFrom('auth.device_code')
    .select(['expires_at', 'polled_at', 'interval_seconds', 'is_approved', 'user_id', 'client'])
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    expiresAt: row.expires_at,
    polledAt: row.polled_at,
    intervalSeconds: row.interval_seconds,
    isApproved: row.is_approved,
    userId: (row.user_id ?? undefined) as AccountId | undefined, // a reference to auth."user"
    client: row.client,
  }
}

export async function notePoll(
  tx: Tx,
  codeHash: Buffer,
  { now, intervalSeconds }: { now: Date; intervalSeconds: number },
): Promise<void> {
  await tx
    .updateTable('auth.device_code')
    .set({ polled_at: now, interval_seconds: intervalSeconds })
    .where('code_hash', '=', codeHash)
    .execute()
}

export async function removeDeviceCode(tx: Tx, codeHash: Buffer): Promise<void> {
  await tx.deleteFrom('auth.device_code').where('code_hash', '=', codeHash).execute()
}

/** What somebody has allowed, and no program has come for yet. */
export async function removeDeviceCodesOf(tx: Tx, userId: AccountId): Promise<void> {
  await tx.deleteFrom('auth.device_code').where('user_id', '=', userId).execute()
}

export async function removeOldDeviceCodes(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.device_code').where('expires_at', '<', now).execute()
}
