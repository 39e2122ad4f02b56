// The SQL of sign-ins that wait for another factor.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { accountColumns, toAccount, users } from '../identity-store.ts'
import type { Account } from '../identity.ts'

export interface Challenge {
  account: Account
  rememberMe: boolean
  expiresAt: Date
  wrongAnswers: number
  /** What was sent by text message. */
  code: { hash: Buffer; expiresAt: Date } | undefined
}

export async function addChallenge(
  tx: Tx,
  challenge: { tokenHash: Buffer; userId: AccountId; rememberMe: boolean; source: string; expiresAt: Date },
): Promise<void> {
  const { tokenHash, userId, rememberMe, source, expiresAt } = challenge
  await tx
    .insertInto('auth.sign_in_challenge')
    .values({ token_hash: tokenHash, user_id: userId, remember_me: rememberMe, source, expires_at: expiresAt })
    .execute()
}

const columns = [
  'challenge.remember_me',
  'challenge.expires_at',
  'challenge.wrong_answers',
  'challenge.code_hash',
  'challenge.code_expires_at',
] as const

const challenges = (queries: Queries, tokenHash: Buffer, now: Date) =>
  users(queries)
    .innerJoin('auth.sign_in_challenge as challenge', 'challenge.user_id', 'user.id')
    .select([...accountColumns, ...columns])
    .where('challenge.token_hash', '=', tokenHash)
    .where('challenge.expires_at', '>', now)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof challenges>['executeTakeFirst']>>>

function toChallenge(row: Row): Challenge {
  const { code_hash: hash, code_expires_at: expiresAt } = row
  return {
    account: toAccount(row),
    rememberMe: row.remember_me,
    expiresAt: row.expires_at,
    wrongAnswers: row.wrong_answers,
    code: hash === null || expiresAt === null ? undefined : { hash, expiresAt },
  }
}

/** Undefined when it is unknown, answered, given up or too old. */
export async function challengeByToken(queries: Queries, tokenHash: Buffer, now: Date): Promise<Challenge | undefined> {
  const row = await challenges(queries, tokenHash, now).executeTakeFirst()
  return row && toChallenge(row)
}

/** Whoever answers it at the same moment waits, and sees what came of it. */
export async function holdChallenge(tx: Tx, tokenHash: Buffer, now: Date): Promise<Challenge | undefined> {
  const row = await challenges(tx, tokenHash, now).forUpdate('challenge').executeTakeFirst()
  return row && toChallenge(row)
}

export async function saveChallengeCode(
  tx: Queries,
  tokenHash: Buffer,
  code: { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('auth.sign_in_challenge')
    .set({ code_hash: code.hash, code_expires_at: code.expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function countWrongAnswer(tx: Tx, tokenHash: Buffer, wrongAnswers: number): Promise<void> {
  await tx
    .updateTable('auth.sign_in_challenge')
    .set({ wrong_answers: wrongAnswers })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function removeChallenge(tx: Queries, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('auth.sign_in_challenge').where('token_hash', '=', tokenHash).execute()
}

/** All sign-ins of a person that wait: what they have proven counts no more. */
export async function dropChallenges(tx: Tx, userId: AccountId): Promise<void> {
  await tx.deleteFrom('auth.sign_in_challenge').where('user_id', '=', userId).execute()
}

export async function removeExpiredChallenges(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.sign_in_challenge').where('expires_at', '<', now).execute()
}
