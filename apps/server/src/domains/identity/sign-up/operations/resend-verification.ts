// Sends the verification mail again. The answer never tells whether there is such an account.

import { accept, refuse, type Result } from '@farport/basics'
import { parseEmail, type SignInRefusal } from '../../identity.ts'
import { accountByEmail, hasPassword } from '../../identity-store.ts'
import { throttled, type SignInGuard } from '../../sign-in-budgets.ts'
import { postVerification, type VerificationPoster } from './post-verification.ts'

export async function resendVerification(
  request: { email: string; source: string },
  { guard, ...poster }: VerificationPoster & { guard: SignInGuard },
): Promise<Result<undefined, SignInRefusal>> {
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const spent = await guard.spend(['mail-address', request.source], ['mail-account', email.value])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const { queries } = poster.database
  const account = await accountByEmail(queries, email.value)
  const isWaiting = account !== undefined && !account.isVerified
  // Who was invited and has not signed up yet does that first: they have not accepted the terms.
  if (isWaiting && (await hasPassword(queries, account.id))) await postVerification(poster, account)
  return accept(undefined)
}
