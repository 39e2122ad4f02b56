// The SQL of registration codes.

import type { AccountId, RegistrationId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { registrationsPerAccountMax, type WantedService } from './registration.ts'

export interface Registration {
  readonly id: RegistrationId
  readonly accountId: AccountId
  readonly createdBy: AccountId
  readonly name: string | undefined
  readonly platform: number | undefined
  readonly services: readonly WantedService[]
  readonly expiresAt: Date
}

export async function insertRegistration(
  tx: Tx,
  registration: Registration & { codeHash: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({
      account_id: registration.accountId,
      id: registration.id,
      code_hash: registration.codeHash,
      name: registration.name ?? null,
      platform: registration.platform ?? null,
      services: JSON.stringify(registration.services),
      created_by: registration.createdBy,
      created_at: registration.createdAt,
      expires_at: registration.expiresAt,
    })
    .execute()
}

export async function findRegistration(
  queries: Queries,
  codeHash: string,
  now: Date,
): Promise<Registration | undefined> {
  const row = await queries
    .selectFrom('registrations')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  // All of it was parsed before it was written.
  return {
    id: row.id as RegistrationId,
    accountId: row.account_id as AccountId, // see above
    createdBy: row.created_by as AccountId, // see above
    name: row.name ?? undefined,
    platform: row.platform ?? undefined,
    services: row.services as unknown as readonly WantedService[], // see above
    expiresAt: row.expires_at,
  }
}

/** Keeps the newest of the account's codes, as many as it may have. */
export async function trimRegistrations(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  const kept = tx
    .selectFrom('registrations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(registrationsPerAccountMax)
  await tx.deleteFrom('registrations').where('account_id', '=', accountId).where('id', 'not in', kept).execute()
}

export async function deleteExpiredRegistrations(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('registrations').where('expires_at', '<', now).execute()
}
