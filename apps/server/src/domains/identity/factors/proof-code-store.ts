// The SQL of codes by text message that prove who is in a session.

import type { Queries, Tx } from '#platform/database'

export interface ProofCode {
  hash: Buffer
  wrongAnswers: number
}

/** In the place of the one before. */
export async function saveProofCode(
  queries: Queries,
  { sessionId, hash, expiresAt }: { sessionId: string; hash: Buffer; expiresAt: Date },
): Promise<void> {
  const code = { code_hash: hash, expires_at: expiresAt, wrong_answers: 0 }
  await queries
    .insertInto('auth.proof_code')
    .values({ session_id: sessionId, ...code })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(code))
    .execute()
}

/** Whoever comes with a code at the same moment waits, and sees what came of it. */
export async function holdProofCode(tx: Tx, sessionId: string, now: Date): Promise<ProofCode | undefined> {
  const row = await tx
    .selectFrom('auth.proof_code')
    .select(['code_hash', 'wrong_answers'])
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row && { hash: row.code_hash, wrongAnswers: row.wrong_answers }
}

export async function countWrongProofCode(tx: Tx, sessionId: string, wrongAnswers: number): Promise<void> {
  await tx
    .updateTable('auth.proof_code')
    .set({ wrong_answers: wrongAnswers })
    .where('session_id', '=', sessionId)
    .execute()
}

export async function removeProofCode(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('auth.proof_code').where('session_id', '=', sessionId).execute()
}

export async function removeOldProofCodes(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.proof_code').where('expires_at', '<', now).execute()
}
