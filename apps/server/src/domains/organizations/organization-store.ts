// The SQL of organizations.

import type { Selectable } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import type { Organizations } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { AuthenticationProvider, Organization, OrganizationChange } from './organization.ts'

function toOrganization(row: Selectable<Organizations>): Organization {
  return {
    accountId: row.account_id as AccountId, // parsed before it was written
    name: row.name,
    domain: row.domain ?? undefined,
    logoUrl: row.logo_url ?? undefined,
    providers: row.providers as AuthenticationProvider[], // the table's constraint has the same list
    verificationValue: row.verification_value,
    verifiedAt: row.verified_at ?? undefined,
    createdAt: row.created_at,
  }
}

export async function findOrganization(queries: Queries, accountId: AccountId): Promise<Organization | undefined> {
  return (await organizationsOf(queries, [accountId])).get(accountId)
}

/** Those that exist. */
export async function organizationsOf(
  queries: Queries,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, Organization>> {
  const rows = await queries.selectFrom('organizations').selectAll().where('account_id', 'in', accountIds).execute()
  return new Map(rows.map(toOrganization).map((one) => [one.accountId, one]))
}

/** Changes of one organization, its roles and its members come one after the other: each holds it until it is done. */
export async function holdOrganization(tx: Tx, accountId: AccountId): Promise<Organization | undefined> {
  const row = await tx
    .selectFrom('organizations')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row && toOrganization(row)
}

/** False when there is one already. */
export async function insertOrganization(
  tx: Tx,
  organization: Pick<Organization, 'accountId' | 'name' | 'verificationValue' | 'createdAt'>,
): Promise<boolean> {
  const { accountId, name, verificationValue, createdAt } = organization
  const row = await tx
    .insertInto('organizations')
    .values({ account_id: accountId, name, verification_value: verificationValue, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Another domain is one that nobody has looked at. */
export async function saveOrganization(tx: Tx, before: Organization, change: OrganizationChange): Promise<void> {
  const isMoved = 'domain' in change && change.domain !== before.domain
  const columns = {
    ...(change.name !== undefined && { name: change.name }),
    ...('domain' in change && { domain: change.domain ?? null }),
    ...('logoUrl' in change && { logo_url: change.logoUrl ?? null }),
    ...(change.providers && { providers: [...change.providers] }),
    ...(isMoved && { verified_at: null }),
  }
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('organizations').set(columns).where('account_id', '=', before.accountId).execute()
}

/** Of two organizations that were shown to have the domain, it is the later one's: DNS knows whose it is today. */
export async function saveVerified(tx: Tx, organization: { accountId: AccountId; domain: string }, at: Date) {
  const { accountId, domain } = organization
  await tx
    .updateTable('organizations')
    .set({ verified_at: null })
    .where('domain', '=', domain)
    .where('account_id', '<>', accountId)
    .execute()
  await tx
    .updateTable('organizations')
    .set({ verified_at: at })
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .execute()
}

export async function deleteOrganizationRow(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.deleteFrom('organizations').where('account_id', '=', accountId).execute()
}
