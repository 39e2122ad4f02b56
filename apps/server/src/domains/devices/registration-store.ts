// The SQL of registration codes.

import { sql, type Selectable } from 'kysely'
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
  /** Names of tags that each device gets. */
  readonly tags: readonly string[]
  /** Undefined: for any number of devices. */
  readonly usesLeft: number | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * A code of the account that reads the same, and any that has expired, makes room for it. False when one of another
 * account reads the same.
 */
export async function insertRegistration(tx: Tx, registration: Registration & { codeHash: string }): Promise<boolean> {
  await tx
    .deleteFrom('registrations')
    .where('code_hash', '=', registration.codeHash)
    .where((expression) =>
      expression.or([
        expression('account_id', '=', registration.accountId),
        expression('expires_at', '<=', registration.createdAt),
      ]),
    )
    .execute()
  const row = await tx
    .insertInto('registrations')
    .values({
      account_id: registration.accountId,
      id: registration.id,
      code_hash: registration.codeHash,
      name: registration.name ?? null,
      platform: registration.platform ?? null,
      services: JSON.stringify(registration.services),
      tag_names: [...registration.tags],
      uses_left: registration.usesLeft ?? null,
      created_by: registration.createdBy,
      created_at: registration.createdAt,
      expires_at: registration.expiresAt,
    })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function spendRegistration(tx: Tx, registration: Registration): Promise<void> {
  await tx
    .updateTable('registrations')
    .set((expression) => ({ uses_left: expression('uses_left', '-', 1) }))
    .where('account_id', '=', registration.accountId)
    .where('id', '=', registration.id)
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
    tags: row.tag_names,
    usesLeft: row.uses_left ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/**
 * Keeps the newest of the account's codes that live about as long, as many as it may have: those that are made by
 * looking at a page do not end those that were made for a year.
 */
export async function trimRegistrations(tx: Tx, made: Registration): Promise<void> {
  const isLong = sql<boolean>`expires_at - created_at > interval '1 day'`
  const isAlike = made.expiresAt.getTime() - made.createdAt.getTime() > dayMs ? isLong : sql<boolean>`not (${isLong})`
  const beyond = tx
    .selectFrom('registrations')
    .select('id')
    .where('account_id', '=', made.accountId)
    .where(isAlike)
    .orderBy('id', 'desc')
    .offset(registrationsPerAccountMax)
  await tx.deleteFrom('registrations').where('account_id', '=', made.accountId).where('id', 'in', beyond).execute()
}

const dayMs = 86_400_000

export async function deleteExpiredRegistrations(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('registrations').where('expires_at', '<', now).execute()
}
