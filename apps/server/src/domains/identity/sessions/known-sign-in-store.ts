// The SQL of where and with what people have signed in before.

import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'

/** A person has few; somebody who makes many loses the oldest, and is told of those again. */
const keptMax = 50

export interface SignInPlace {
  userId: AccountId
  device: string
  /** Empty when nobody knows. */
  country: string
  now: Date
}

/** Remembers it. */
export async function noteSignInPlace(
  tx: Tx,
  { userId, device, country, now }: SignInPlace,
): Promise<'first' | 'new' | 'known'> {
  const before = await tx
    .selectFrom('auth.known_sign_in')
    .select(['device', 'country', 'last_at'])
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .execute()
  await tx
    .insertInto('auth.known_sign_in')
    .values({ user_id: userId, device, country, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device', 'country']).doUpdateSet({ last_at: now }))
    .execute()
  const oldest = before[keptMax - 1]
  if (oldest !== undefined) {
    await tx
      .deleteFrom('auth.known_sign_in')
      .where('user_id', '=', userId)
      .where('last_at', '<', oldest.last_at)
      .execute()
  }
  if (before.length === 0) return 'first'
  return before.some((one) => one.device === device && one.country === country) ? 'known' : 'new'
}
