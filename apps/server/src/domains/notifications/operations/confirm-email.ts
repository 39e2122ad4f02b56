// Takes the answer of whoever reads mail at an address: notifications may come there.

import { hashLinkToken } from '#platform/link-tokens'
import type { NotificationsContext } from '../context.ts'
import { verifyEmailByToken } from '../settings-store.ts'

/** False when the link is none of ours, was used, or is too old. */
export function confirmEmail({ database, clock }: NotificationsContext, token: string): Promise<boolean> {
  return verifyEmailByToken(database.queries, hashLinkToken(token), new Date(clock.now()))
}
