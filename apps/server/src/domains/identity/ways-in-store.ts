// The SQL of the ways in that somebody has.

import type { ProviderId } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { hasPassword } from './identity-store.ts'
import type { WaysIn } from './ways-in.ts'

/** Of two changes to how somebody comes in, at the same moment, one sees what the other did. */
export async function holdPerson(tx: Tx, userId: AccountId): Promise<void> {
  await tx.selectFrom('auth.user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Holds the person. */
export async function waysInForUpdate(tx: Tx, userId: AccountId, offered: readonly ProviderId[]): Promise<WaysIn> {
  await holdPerson(tx, userId)
  const passkeys = await tx
    .selectFrom('auth.passkey')
    .select('id')
    .where('user_id', '=', userId)
    .where('verifies_person', '=', true)
    .execute()
  const links = await tx
    .selectFrom('auth.provider_identity')
    .select(['id', 'provider'])
    .where('user_id', '=', userId)
    .execute()
  return {
    hasPassword: await hasPassword(tx, userId),
    passkeyIds: passkeys.map((row) => row.id),
    providerLinkIds: links.filter((row) => offered.some((id) => id === row.provider)).map((row) => row.id),
  }
}
