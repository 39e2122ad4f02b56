// Believes an address whose mailed link was opened.

import { accept, refuse, type Result } from '@farport/basics'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database'
import type { SignInRefusal } from '../../identity.ts'
import { markVerified, ownerOfLinkToken, useLinkToken } from '../../identity-store.ts'
import { hashLinkToken } from '#platform/link-tokens'
import { throttled, type SignInGuard } from '../../sign-in-budgets.ts'

const invalid: SignInRefusal = {
  status: 400,
  code: 'INVALID_TOKEN',
  message: 'This link is used up or too old. Please have a new one sent.',
}

export async function verifyEmail(
  request: { token: string; source: string },
  { database, clock, guard }: { database: Database; clock: Clock; guard: SignInGuard },
): Promise<Result<undefined, SignInRefusal>> {
  const spent = await guard.spend(['link-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const hash = hashLinkToken(request.token)
  const isVerified = await database.transaction(async (tx) => {
    const userId = await useLinkToken(tx, { hash, purpose: 'verify-email', now: new Date(clock.now()) })
    if (userId !== undefined) await markVerified(tx, userId)
    return userId !== undefined
  })
  if (isVerified) return accept(undefined)
  // Mail programs open links to look at them. The person who comes after them is told the truth.
  const owner = await ownerOfLinkToken(database.queries, hash)
  return owner?.isVerified === true ? accept(undefined) : refuse(invalid)
}
