// Believes an address whose mailed link was opened: by the browser that signed up, or by whoever chooses the password now.
// What somebody else may have chosen before is not confirmed by that.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { hashLinkToken } from '#platform/link-tokens'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import {
  acceptTerms,
  markVerified,
  ownerOfLinkToken,
  removeLinkTokens,
  setPassword,
  useLinkToken,
  wasChosenIn,
} from '../../identity-store.ts'
import { hashNewPassword } from '../../passwords/operations/hash-password.ts'
import { throttled } from '../../sign-in-budgets.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'guard' | 'passwords'>

const invalid: SignInRefusal = {
  status: 400,
  code: 'INVALID_TOKEN',
  message: 'This link is used up or too old. Please have a new one sent.',
}

/** Mail programs open links to look at them. That changes nothing, and the person who comes after them is told the truth. */
export async function openVerification(
  { database, clock, guard }: Means,
  request: { token: string; browserToken: string | undefined; source: string },
): Promise<Result<'verified' | 'password-wanted', SignInRefusal>> {
  const spent = await guard.spend(['link-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const hash = hashLinkToken(request.token)
  const now = new Date(clock.now())
  const owner = await ownerOfLinkToken(database.queries, { hash, purpose: 'verify-email' })
  if (owner?.isVerified === true) return accept('verified')
  if (owner === undefined || owner.usedAt !== null || owner.expiresAt <= now) return refuse(invalid)
  const browserHash = hashLinkToken(request.browserToken ?? '')
  if (!(await wasChosenIn(database.queries, owner.id, browserHash))) return accept('password-wanted')
  return database.transaction(async (tx) => {
    const userId = await useLinkToken(tx, { hash, purpose: 'verify-email', now })
    // Another window was faster.
    if (userId === undefined) return accept('verified')
    await markVerified(tx, userId)
    await removeLinkTokens(tx, userId, 'verify-email', hash)
    return accept('verified')
  })
}

export async function verifyWithPassword(
  means: Means,
  request: { token: string; password: string; source: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, clock, guard } = means
  const spent = await guard.spend(['link-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const password = await hashNewPassword(means, request)
  if (!password.ok) return password
  const token = { hash: hashLinkToken(request.token), purpose: 'verify-email', now: new Date(clock.now()) } as const
  return database.transaction(async (tx) => {
    const owner = await ownerOfLinkToken(tx, token)
    // The password of a verified account is changed in other ways, which end its sessions.
    if (owner === undefined || owner.isVerified) return refuse(invalid)
    const userId = await useLinkToken(tx, token)
    if (userId === undefined) return refuse(invalid)
    await setPassword(tx, { id: randomUUID(), userId, hash: password.value })
    await markVerified(tx, userId)
    await acceptTerms(tx, userId, { now: token.now })
    await removeLinkTokens(tx, userId, 'verify-email', token.hash)
    return accept(undefined)
  })
}
