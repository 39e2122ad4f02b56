// The SQL of identities at providers, and of sign-ins that are under way there.

import type { ProviderId } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { accountColumns, toAccount, users } from '../identity-store.ts'
import type { Account, Language } from '../identity.ts'

export interface ProviderAttempt {
  provider: ProviderId
  next: string
  rememberMe: boolean
  /** In which the identity is added to an account; undefined: it signs in. */
  sessionId: string | undefined
}

export interface ProviderIdentity {
  id: string
  userId: AccountId
  provider: ProviderId
  issuer: string
  subject: string
  email: string | undefined
}

export async function addAttempt(
  queries: Queries,
  attempt: ProviderAttempt & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { tokenHash, provider, next, rememberMe, sessionId, expiresAt } = attempt
  await queries
    .insertInto('auth.provider_attempt')
    .values({
      token_hash: tokenHash,
      provider,
      next,
      remember_me: rememberMe,
      session_id: sessionId ?? null,
      expires_at: expiresAt,
    })
    .execute()
}

/** Uses it up; undefined when it is unknown, used, too old, or at another provider. */
export async function takeAttempt(
  queries: Queries,
  { tokenHash, provider, now }: { tokenHash: Buffer; provider: ProviderId; now: Date },
): Promise<ProviderAttempt | undefined> {
  const row = await queries
    .deleteFrom('auth.provider_attempt')
    .where('token_hash', '=', tokenHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['next', 'remember_me', 'session_id'])
    .executeTakeFirst()
  return row && { provider, next: row.next, rememberMe: row.remember_me, sessionId: row.session_id ?? undefined }
}

export async function ownerOfIdentity(
  queries: Queries,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<AccountId | undefined> {
  const row = await queries
    .selectFrom('auth.provider_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id as AccountId | undefined // a reference to auth."user"
}

/** Whose the address is, and whether they have proven it or chosen how to come in. */
export async function claimantOfEmail(
  queries: Queries,
  email: string,
): Promise<{ id: AccountId; isClaimed: boolean } | undefined> {
  const row = await users(queries)
    .select(({ exists, selectFrom }) => [
      ...(['user.id', 'user.email_verified', 'user.is_operator'] as const),
      exists(selectFrom('auth.credential').select('id').whereRef('user_id', '=', 'user.id')).as('has_credential'),
    ])
    .where('user.email', '=', email)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isClaimed = row.email_verified || row.is_operator || row.has_credential === true
  return { id: row.id as AccountId, isClaimed } // written by our id factory
}

export async function addIdentity(tx: Tx, identity: ProviderIdentity & { createdAt: Date }): Promise<void> {
  const { id, userId, provider, issuer, subject, email, createdAt } = identity
  await tx
    .insertInto('auth.provider_identity')
    .values({ id, user_id: userId, provider, issuer, subject, email: email ?? null, created_at: createdAt })
    .execute()
}

/** Somebody whose address a provider has verified. */
export async function addVerifiedAccount(
  tx: Tx,
  account: { id: AccountId; email: string; name: string; language: Language },
): Promise<void> {
  await tx
    .insertInto('auth.user')
    .values({ ...account, email_verified: true })
    .execute()
}

export async function accountById(queries: Queries, id: AccountId): Promise<Account | undefined> {
  const row = await users(queries).select(accountColumns).where('user.id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

export async function linksOf(
  queries: Queries,
  userId: AccountId,
): Promise<{ id: string; provider: ProviderId; email: string | null; created: Date }[]> {
  const rows = await queries
    .selectFrom('auth.provider_identity')
    .select(['id', 'provider', 'email', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, provider, email, created_at: created }) => ({
    id,
    provider: provider as ProviderId, // written by addIdentity alone
    email,
    created,
  }))
}

/** The provider of what was removed. */
export async function removeLink(
  tx: Tx,
  link: { id: string; userId: AccountId },
): Promise<{ provider: ProviderId } | undefined> {
  const row = await tx
    .deleteFrom('auth.provider_identity')
    .where('id', '=', link.id)
    .where('user_id', '=', link.userId)
    .returning('provider')
    .executeTakeFirst()
  return row && { provider: row.provider as ProviderId } // see above
}

export async function removeOldAttempts(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('auth.provider_attempt').where('expires_at', '<', now).execute()
}
