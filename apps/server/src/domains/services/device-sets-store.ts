// The SQL of sets of devices that lists are made of: what is shared with a person, and what is named like a text.

import { sql, type RawBuilder } from 'kysely'
import type { AccountId } from '@farport/vocabulary'

/** The devices that are shared with the person, or that have services in networks that are: account and id. */
export function sharedDevices(userId: AccountId): RawBuilder<unknown> {
  return sql`
    select account_id, device_id from device_shares where user_id = ${userId} and account_id <> ${userId}
    union
    select account_id, network_connections.device_id
    from network_shares join network_connections using (account_id, network_id)
    where network_shares.user_id = ${userId} and account_id <> ${userId}`
}

/** A single character stands in no pair. */
const pairLength = 2

/**
 * The ids of the account's devices that have the text in their name or in that of a service, case ignored: once for
 * each such name.
 */
export function devicesNamedLike(accountId: AccountId, text: string): RawBuilder<unknown> {
  const isOfAccount = sql`account_id = ${accountId}`
  // Names are found by their pairs alone: beside them another index would read the whole account. Two accounts' pairs
  // may be alike by chance. A single character is looked for in all names of the account.
  const named = (columns: RawBuilder<unknown>, table: string) =>
    Array.from(text).length < pairLength
      ? sql`${sql.table(table)} where ${isOfAccount}`
      : sql`(
          select ${columns} from ${sql.table(table)}
          where name_pairs(account_id, name) @> name_pairs(${accountId}, ${text}) offset 0
        ) as alike where ${isOfAccount}`
  return sql`
    select id from ${named(sql`account_id, id, name_key`, 'devices')} and strpos(name_key, lower(${text})) > 0
    union all
    select device_id from ${named(sql`account_id, device_id, name`, 'services')} and ${contains(sql`name`, text)}`
}

export const contains = (name: RawBuilder<unknown>, text: string) => sql`strpos(lower(${name}), lower(${text})) > 0`
