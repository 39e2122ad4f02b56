// The SQL of contacts: people whom somebody shares with, or acts together with.

import { sql } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import type { Queries } from '#platform/database'

/** Nobody chooses from a longer list. */
const countMax = 1000

/**
 * Guests of the account, its members, those who share with it, and the owners of the organizations that it is in: by
 * their e-mail addresses. Each of the first two lists is stepped through from person to person, so that a guest of
 * many devices is read once.
 */
export async function contactsOf(queries: Queries, accountId: AccountId): Promise<AccountId[]> {
  const distinctGuests = (table: 'device_shares' | 'network_shares') => sql`
    select user_id from (
      with recursive guest (user_id) as (
        (select user_id from ${sql.table(table)} where account_id = ${accountId} order by user_id limit 1)
        union all
        select (
          select next.user_id from ${sql.table(table)} as next
          where next.account_id = ${accountId} and next.user_id > guest.user_id order by next.user_id limit 1
        )
        from guest where guest.user_id is not null
      )
      select user_id from guest where user_id is not null limit ${countMax}
    ) as guests`
  const answer = await sql<{ id: AccountId }>`
    select person.id from (
      ${distinctGuests('device_shares')}
      union ${distinctGuests('network_shares')}
      union select user_id from members where account_id = ${accountId}
      union select account_id from members where user_id = ${accountId}
      union select account_id from device_shares where user_id = ${accountId}
      union select account_id from network_shares where user_id = ${accountId}
    ) as contact
    join auth."user" as person on person.id = contact.user_id
    where person.id <> ${accountId}
    order by person.email limit ${countMax}`.execute(queries)
  return answer.rows.map((row) => row.id)
}
