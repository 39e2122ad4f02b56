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
  const isPaired = Array.from(text).length >= pairLength
  // Names are found by their pairs alone: beside them another index would read the whole account. Two accounts' pairs
  // may be alike by chance.
  const alike = (table: string) => sql`(
    select * from ${sql.table(table)}
    where ${isPaired ? sql`name_pairs(account_id, name) @> name_pairs(${accountId}, ${text})` : sql`account_id = ${accountId}`}
    offset 0
  ) as alike where account_id = ${accountId} and ${contains(sql`name`, text)}`
  return sql`
    select id from ${alike('devices')}
    union all
    select device_id from ${alike('services')}`
}

export const contains = (name: RawBuilder<unknown>, text: string) => sql`strpos(lower(${name}), lower(${text})) > 0`
