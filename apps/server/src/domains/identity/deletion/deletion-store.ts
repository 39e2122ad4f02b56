// The SQL of requests to delete an account.

import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'

export async function addDeletionRequest(
  tx: Tx,
  request: {
    id: string
    userId: AccountId
    email: string
    reasons: readonly string[]
    text: string
    mayContact: boolean
    now: Date
  },
): Promise<void> {
  const { id, userId, email, reasons, text, mayContact, now } = request
  await tx
    .insertInto('auth.deletion_request')
    .values({
      id,
      user_id: userId,
      email,
      reasons: [...reasons],
      other: text,
      may_contact: mayContact,
      created_at: now,
    })
    .execute()
}

/** The names of the things of their own that the person connected to last, from the facts that every change leaves. */
export async function lastConnections(tx: Tx, userId: AccountId, countMax: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('events')
    .select('targets')
    .where('account_id', '=', userId)
    .where('actor_id', '=', userId)
    .where('type', '=', 'DEVICE_CONNECT')
    .where('state', '=', 'connected')
    .orderBy('id', 'desc')
    .limit(countMax)
    .execute()
  return rows.flatMap(({ targets }) => {
    const [first] = targets as { id: string; name?: string }[] // as events are written
    return first === undefined ? [] : [first.name ?? first.id]
  })
}
