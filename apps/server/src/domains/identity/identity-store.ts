// The SQL of accounts, passwords and link tokens.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { isLanguage, nameOf, type Account, type Language } from './identity.ts'

export type LinkPurpose = 'verify-email' | 'welcome' | 'change-email' | 'restore-email'

export const accountColumns = ['user.id', 'user.email', 'user.created_at', 'user.language', 'user.is_operator'] as const

export interface AccountRow {
  id: string
  email: string
  created_at: Date
  language: string
  is_operator: boolean
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id as AccountId, // written by our id factory
    email: row.email,
    createdAt: row.created_at,
    language: isLanguage(row.language) ? row.language : 'en',
    isOperator: row.is_operator,
  }
}

export const users = (queries: Queries) => queries.selectFrom('auth.user as user')

export async function accountsByIds(queries: Queries, ids: readonly AccountId[]): Promise<Map<AccountId, Account>> {
  const rows = await users(queries).select(accountColumns).where('user.id', 'in', ids).execute()
  return new Map(rows.map(toAccount).map((account) => [account.id, account]))
}

export async function accountsByEmails(queries: Queries, emails: readonly string[]): Promise<Account[]> {
  const rows = await users(queries).select(accountColumns).where('user.email', 'in', emails).execute()
  return rows.map(toAccount)
}

export async function accountByEmail(
  queries: Queries,
  email: string,
): Promise<(Account & { isVerified: boolean }) | undefined> {
  const row = await users(queries)
    .select([...accountColumns, 'user.email_verified'])
    .where('user.email', '=', email)
    .executeTakeFirst()
  return row && { ...toAccount(row), isVerified: row.email_verified }
}

export async function operator(queries: Queries): Promise<Account | undefined> {
  const row = await users(queries).select(accountColumns).where('user.is_operator', '=', true).executeTakeFirst()
  return row && toAccount(row)
}

/** Does nothing when there is one: another process was faster. */
export async function addOperator(tx: Tx, account: { id: AccountId; email: string }): Promise<void> {
  await tx
    .insertInto('auth.user')
    .values({ ...account, name: 'Operator', is_operator: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Does nothing when there is an account with this address. */
export async function addInvited(tx: Tx, account: { id: AccountId; email: string; language: Language }): Promise<void> {
  await tx
    .insertInto('auth.user')
    .values({ ...account, name: nameOf(account.email) })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

/** False when there is an account with this address. */
export async function addAccount(
  tx: Tx,
  account: { id: AccountId; email: string; language: Language },
): Promise<boolean> {
  const added = await tx
    .insertInto('auth.user')
    .values({ ...account, name: nameOf(account.email) })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function acceptTerms(
  tx: Tx,
  id: AccountId,
  { language, now }: { language?: Language; now: Date },
): Promise<void> {
  const spoken = language === undefined ? {} : { language }
  await tx
    .updateTable('auth.user')
    .set({ ...spoken, terms_accepted_at: now })
    .where('id', '=', id)
    .execute()
}

export async function passwordHashOf(queries: Queries, id: AccountId): Promise<string | undefined> {
  const row = await queries
    .selectFrom('auth.credential')
    .select('password')
    .where('user_id', '=', id)
    .where('password', 'is not', null)
    .executeTakeFirst()
  return row?.password ?? undefined
}

export async function hasPassword(queries: Queries, id: AccountId): Promise<boolean> {
  return (await passwordHashOf(queries, id)) !== undefined
}

/** `chosenIn`: the hash of what the browser keeps that it was chosen in, as long as the address is not verified. */
export async function addPassword(
  tx: Tx,
  credential: { id: string; userId: AccountId; hash: string; chosenIn?: Buffer },
): Promise<void> {
  const { id, userId, hash, chosenIn = null } = credential
  await tx
    .insertInto('auth.credential')
    .values({ id, user_id: userId, account_id: userId, provider_id: 'credential', password: hash, chosen_in: chosenIn })
    .execute()
}

/** In the place of the one before, if there was one. */
export async function setPassword(tx: Tx, credential: { id: string; userId: AccountId; hash: string }): Promise<void> {
  const { id, userId, hash } = credential
  await tx
    .insertInto('auth.credential')
    .values({ id, user_id: userId, account_id: userId, provider_id: 'credential', password: hash })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, chosen_in: null }),
    )
    .execute()
}

/** Whether the browser that keeps this is the one that the password was chosen in. */
export async function wasChosenIn(queries: Queries, userId: AccountId, browserHash: Buffer): Promise<boolean> {
  const row = await queries
    .selectFrom('auth.credential')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('chosen_in', '=', browserHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function setVerifiedEmail(tx: Tx, id: AccountId, email: string): Promise<void> {
  await tx.updateTable('auth.user').set({ email, email_verified: true }).where('id', '=', id).execute()
}

export async function markVerified(tx: Tx, id: AccountId): Promise<void> {
  await tx.updateTable('auth.user').set({ email_verified: true }).where('id', '=', id).execute()
}

/** Whether somebody could still come with it. Neither: nobody came with anything. */
export async function isCredentialLive(
  queries: Queries,
  by: { userId: AccountId; accessKey: string | undefined; sessionId: string | undefined },
  now: Date,
): Promise<boolean> {
  const { userId, accessKey, sessionId } = by
  if (accessKey !== undefined) {
    const keys = queries.selectFrom('auth.access_key').select('key').where('is_enabled', '=', true)
    return (await keys.where('key', '=', accessKey).where('user_id', '=', userId).executeTakeFirst()) !== undefined
  }
  if (sessionId === undefined) return false
  const sessions = queries.selectFrom('auth.session').select('id').where('expires_at', '>', now)
  return (await sessions.where('id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

export async function addLinkToken(
  tx: Tx,
  token: { hash: Buffer; purpose: LinkPurpose; userId: AccountId; expiresAt: Date },
): Promise<void> {
  const { hash, purpose, userId, expiresAt } = token
  await tx
    .insertInto('auth.link_token')
    .values({ token_hash: hash, purpose, user_id: userId, expires_at: expiresAt })
    .execute()
}

/** Uses the token up and answers whose it is; undefined when it is unknown, used or too old. */
export async function useLinkToken(
  tx: Tx,
  token: { hash: Buffer; purpose: LinkPurpose; now: Date },
): Promise<AccountId | undefined> {
  const row = await tx
    .updateTable('auth.link_token')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.hash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', token.now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id as AccountId | undefined // a reference to auth."user"
}

/** Whose token it is or was, used up or not. */
export async function ownerOfLinkToken(
  queries: Queries,
  { hash, purpose }: { hash: Buffer; purpose: LinkPurpose },
): Promise<{ id: AccountId; isVerified: boolean; usedAt: Date | null; expiresAt: Date } | undefined> {
  const row = await users(queries)
    .innerJoin('auth.link_token as token', 'token.user_id', 'user.id')
    .select(['user.id', 'user.email_verified', 'token.used_at', 'token.expires_at'])
    .where('token.token_hash', '=', hash)
    .where('token.purpose', '=', purpose)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const id = row.id as AccountId // a reference to auth."user"
  return { id, isVerified: row.email_verified, usedAt: row.used_at, expiresAt: row.expires_at }
}

/** All but one, if one is to stay, so that it can be told that it was used. */
export async function removeLinkTokens(
  tx: Tx,
  userId: AccountId,
  purpose: LinkPurpose,
  exceptHash?: Buffer,
): Promise<void> {
  let removed = tx.deleteFrom('auth.link_token').where('user_id', '=', userId).where('purpose', '=', purpose)
  if (exceptHash !== undefined) removed = removed.where('token_hash', '!=', exceptHash)
  await removed.execute()
}

/** What is past its time: sessions, link tokens. */
export async function removeExpired(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.session').where('expires_at', '<', now).execute()
  await queries.deleteFrom('auth.link_token').where('expires_at', '<', now).execute()
}

export interface OutboxMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  created: Date
  sent: Date | null
  error: string | null
}

/** All of them, or only the one with this id. */
export async function newestMails(
  queries: Queries,
  { id, size }: { id: string | undefined; size: number },
): Promise<OutboxMail[]> {
  return queries
    .selectFrom('mails')
    .select(['id', 'recipient as to', 'subject', 'text', 'html', 'created_at as created', 'sent_at as sent', 'error'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute()
}
