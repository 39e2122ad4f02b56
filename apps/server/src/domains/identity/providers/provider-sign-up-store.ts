// The SQL of newcomers who wait for the code that was mailed to them.

import type { ProviderId } from '@farport/contract'
import type { Queries, Tx } from '#platform/database'

export interface ProviderSignUp {
  provider: ProviderId
  issuer: string
  subject: string
  email: string
  rememberMe: boolean
  codeHash: Buffer
  wrongAnswers: number
  expiresAt: Date
}

export async function addSignUp(
  tx: Tx,
  signUp: Omit<ProviderSignUp, 'wrongAnswers'> & { tokenHash: Buffer },
): Promise<void> {
  const { tokenHash, provider, issuer, subject, email, rememberMe, codeHash, expiresAt } = signUp
  const words = { provider, issuer, subject, email, remember_me: rememberMe }
  await tx
    .insertInto('auth.provider_sign_up')
    .values({ token_hash: tokenHash, ...words, code_hash: codeHash, expires_at: expiresAt })
    .execute()
}

const signUps = (queries: Queries, tokenHash: Buffer, now: Date) =>
  queries
    .selectFrom('auth.provider_sign_up')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof signUps>['executeTakeFirst']>>>

function toSignUp(row: Row): ProviderSignUp {
  const { issuer, subject, email } = row
  return {
    ...{ issuer, subject, email },
    provider: row.provider as ProviderId, // written by addSignUp alone
    rememberMe: row.remember_me,
    codeHash: row.code_hash,
    wrongAnswers: row.wrong_answers,
    expiresAt: row.expires_at,
  }
}

/** Undefined when it is unknown, done, given up or too old. */
export async function signUpByToken(
  queries: Queries,
  tokenHash: Buffer,
  now: Date,
): Promise<ProviderSignUp | undefined> {
  const row = await signUps(queries, tokenHash, now).executeTakeFirst()
  return row && toSignUp(row)
}

/** Whoever answers at the same moment waits, and sees what came of it. */
export async function holdSignUp(tx: Tx, tokenHash: Buffer, now: Date): Promise<ProviderSignUp | undefined> {
  const row = await signUps(tx, tokenHash, now).forUpdate().executeTakeFirst()
  return row && toSignUp(row)
}

export async function countWrongSignUp(tx: Tx, tokenHash: Buffer, wrongAnswers: number): Promise<void> {
  await tx
    .updateTable('auth.provider_sign_up')
    .set({ wrong_answers: wrongAnswers })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function removeSignUp(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('auth.provider_sign_up').where('token_hash', '=', tokenHash).execute()
}

export async function removeOldSignUps(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.provider_sign_up').where('expires_at', '<', now).execute()
}
