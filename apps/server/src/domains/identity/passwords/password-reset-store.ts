// The SQL of codes that were mailed to choose a new password with.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'

export interface PasswordReset {
  codeHash: Buffer
  attempts: number
}

/** In the place of the one before. */
export async function saveReset(
  tx: Tx,
  { userId, codeHash, expiresAt }: { userId: AccountId; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const reset = { code_hash: codeHash, attempts: 0, expires_at: expiresAt }
  await tx
    .insertInto('auth.password_reset')
    .values({ user_id: userId, ...reset })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
    .execute()
}

/** Counts the attempt; whoever tries at the same moment waits, and counts theirs. */
export async function attemptReset(tx: Tx, userId: AccountId, now: Date): Promise<PasswordReset | undefined> {
  const row = await tx
    .updateTable('auth.password_reset')
    .set((is) => ({ attempts: is('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning(['code_hash', 'attempts'])
    .executeTakeFirst()
  return row && { codeHash: row.code_hash, attempts: row.attempts }
}

export async function removeReset(tx: Tx, userId: AccountId): Promise<void> {
  await tx.deleteFrom('auth.password_reset').where('user_id', '=', userId).execute()
}

export async function removeExpiredResets(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.password_reset').where('expires_at', '<', now).execute()
}
