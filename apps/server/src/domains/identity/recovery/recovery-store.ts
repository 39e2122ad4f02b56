// The SQL of recoveries that are under way.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'

export interface Recovery {
  /** Undefined: nobody has the address that it was asked for. */
  userId: AccountId | undefined
  codeHash: Buffer
  wrongAnswers: number
}

export async function addRecovery(
  tx: Tx,
  recovery: { tokenHash: Buffer; userId: AccountId | undefined; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { tokenHash, userId, codeHash, expiresAt } = recovery
  await tx
    .insertInto('auth.recovery')
    .values({ token_hash: tokenHash, user_id: userId ?? null, code_hash: codeHash, expires_at: expiresAt })
    .execute()
}

/** Undefined when there is no such recovery, or it is too late. */
export async function endOfRecovery(queries: Queries, tokenHash: Buffer, now: Date): Promise<Date | undefined> {
  const row = await queries
    .selectFrom('auth.recovery')
    .select('expires_at')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.expires_at
}

/** Whoever answers at the same moment waits, and sees what came of it. */
export async function holdRecovery(tx: Tx, tokenHash: Buffer, now: Date): Promise<Recovery | undefined> {
  const row = await tx
    .selectFrom('auth.recovery')
    .select(['user_id', 'code_hash', 'wrong_answers'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const userId = (row.user_id ?? undefined) as AccountId | undefined // a reference to auth."user"
  return { userId, codeHash: row.code_hash, wrongAnswers: row.wrong_answers }
}

export async function countWrongRecovery(tx: Tx, tokenHash: Buffer, wrongAnswers: number): Promise<void> {
  await tx
    .updateTable('auth.recovery')
    .set({ wrong_answers: wrongAnswers })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** All of a person: with one of them they came in. */
export async function dropRecoveries(tx: Tx, userId: AccountId): Promise<void> {
  await tx.deleteFrom('auth.recovery').where('user_id', '=', userId).execute()
}

export async function removeRecovery(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('auth.recovery').where('token_hash', '=', tokenHash).execute()
}

export async function removeExpiredRecoveries(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.recovery').where('expires_at', '<', now).execute()
}
