// The SQL of links that change the address of an account, or bring the former one back.

import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'

export type AddressPurpose = 'change-email' | 'restore-email'

export async function addAddressLink(
  tx: Tx,
  link: { hash: Buffer; purpose: AddressPurpose; userId: AccountId; email: string; expiresAt: Date },
): Promise<void> {
  const { hash, purpose, userId, email, expiresAt } = link
  await tx
    .insertInto('auth.link_token')
    .values({ token_hash: hash, purpose, user_id: userId, email, expires_at: expiresAt })
    .execute()
}

/** Uses the link up; undefined when it is unknown, used, too old, or somebody else's than who is named. */
export async function useAddressLink(
  tx: Tx,
  link: { hash: Buffer; purpose: AddressPurpose; userId?: AccountId; now: Date },
): Promise<{ userId: AccountId; email: string } | undefined> {
  let used = tx
    .updateTable('auth.link_token')
    .set({ used_at: link.now })
    .where('token_hash', '=', link.hash)
    .where('purpose', '=', link.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
  if (link.userId !== undefined) used = used.where('user_id', '=', link.userId)
  const row = await used.returning(['user_id', 'email']).executeTakeFirst()
  if (row === undefined || row.email === null) return undefined
  return { userId: row.user_id as AccountId, email: row.email } // a reference to auth."user"
}

export async function removePassword(tx: Tx, userId: AccountId): Promise<void> {
  await tx.deleteFrom('auth.credential').where('user_id', '=', userId).where('provider_id', '=', 'credential').execute()
}
