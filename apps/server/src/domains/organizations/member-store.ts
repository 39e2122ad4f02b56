// The SQL of members.

import { sql, type Selectable } from 'kysely'
import type { AccountId, RoleId } from '@farport/vocabulary'
import type { Members } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { Member } from './member.ts'

function toMember(row: Selectable<Members>): Member {
  return {
    accountId: row.account_id as AccountId, // parsed before they were written
    userId: row.user_id as AccountId, // likewise
    roleId: (row.role_id as RoleId | null) ?? undefined, // likewise
    isLicensed: row.is_licensed,
    createdAt: row.created_at,
  }
}

const select = (queries: Queries) => queries.selectFrom('members').selectAll().orderBy('created_at').orderBy('user_id')

/** Also of none, as `in` cannot be. */
const anyOf = (userIds: readonly AccountId[]) => sql<string>`any(${userIds}::text[])`

/** Where the person is a member, the first membership first. */
export async function membershipsOf(queries: Queries, userId: AccountId): Promise<Member[]> {
  return (await select(queries).where('user_id', '=', userId).execute()).map(toMember)
}

/** Of each account, the first member first. */
export async function membersOf(
  queries: Queries,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, readonly Member[]>> {
  const rows = await select(queries).where('account_id', 'in', accountIds).execute()
  return Map.groupBy(rows.map(toMember), (member) => member.accountId)
}

/** Those of the people who are members of the account. */
export async function membersAmong(
  queries: Queries,
  accountId: AccountId,
  userIds: readonly AccountId[],
): Promise<Map<AccountId, Member>> {
  const rows = await select(queries).where('account_id', '=', accountId).where('user_id', '=', anyOf(userIds)).execute()
  return new Map(rows.map(toMember).map((member) => [member.userId, member]))
}

export async function holdersOf(queries: Queries, role: { accountId: AccountId; id: RoleId }): Promise<AccountId[]> {
  const rows = await queries
    .selectFrom('members')
    .select('user_id')
    .where('account_id', '=', role.accountId)
    .where('role_id', '=', role.id)
    .execute()
  return rows.map((row) => row.user_id as AccountId) // parsed before it was written
}

export async function countMembers(queries: Queries, accountId: AccountId): Promise<number> {
  return count(queries.selectFrom('members').where('account_id', '=', accountId))
}

export async function countHolders(queries: Queries, role: { accountId: AccountId; id: RoleId }): Promise<number> {
  return count(queries.selectFrom('members').where('account_id', '=', role.accountId).where('role_id', '=', role.id))
}

async function count(rows: ReturnType<typeof membersTable>): Promise<number> {
  const row = await rows.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return Number(row.total)
}

const membersTable = (queries: Queries) => queries.selectFrom('members')

export async function saveMembers(tx: Tx, members: readonly Member[]): Promise<void> {
  const rows = members.map((member) => ({
    account_id: member.accountId,
    user_id: member.userId,
    role_id: member.roleId ?? null,
    is_licensed: member.isLicensed,
    created_at: member.createdAt,
  }))
  await tx
    .insertInto('members')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet((expression) => ({
        role_id: expression.ref('excluded.role_id'),
        is_licensed: expression.ref('excluded.is_licensed'),
      })),
    )
    .execute()
}

/** Whose membership ended. */
export async function deleteMembers(tx: Tx, accountId: AccountId, userIds: readonly AccountId[]): Promise<AccountId[]> {
  const rows = await tx
    .deleteFrom('members')
    .where('account_id', '=', accountId)
    .where('user_id', '=', anyOf(userIds))
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id as AccountId) // parsed before it was written
}
