// The SQL of registration codes.

import type { Selectable } from 'kysely'
import type { AccountId, RegistrationId } from '@farport/vocabulary'
import type { Registrations } from '../../../generated/database.ts'
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
  const row = await openRegistrations(queries, codeHash, now).executeTakeFirst()
  return row && toRegistration(row)
}

/** Holds the code until the transaction ends, so that a fleet that comes with it finds its names one after the other. */
export async function findRegistrationForUpdate(
  tx: Tx,
  codeHash: string,
  now: Date,
): Promise<Registration | undefined> {
  const row = await openRegistrations(tx, codeHash, now).forUpdate().executeTakeFirst()
  return row && toRegistration(row)
}

const openRegistrations = (queries: Queries, codeHash: string, now: Date) =>
  queries.selectFrom('registrations').selectAll().where('code_hash', '=', codeHash).where('expires_at', '>', now)

function toRegistration(row: Selectable<Registrations>): Registration {
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
