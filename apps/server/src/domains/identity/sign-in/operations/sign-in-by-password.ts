// The first step of somebody who knows the password of a verified account.

import { refuse, type Result } from '@farport/basics'
import type { IdentityContext } from '../../context.ts'
import { parseEmail, type SignInRefusal } from '../../identity.ts'
import { signInFailed } from '../../identity-events.ts'
import { accountByEmail } from '../../identity-store.ts'
import { refillPasswordAttempts, spendPasswordAttempt } from '../../passwords/operations/spend-password-attempt.ts'
import { verifyPassword } from '../../passwords/operations/verify-password.ts'
import { finishSignIn, type SignInMeans, type SignInStep } from './finish-sign-in.ts'

export interface SignInByPassword {
  email: string
  password: string
  rememberMe: boolean
  source: string
  headers: Headers
}

type Means = SignInMeans & Pick<IdentityContext, 'guard' | 'passwords'>

const wrong: SignInRefusal = {
  status: 401,
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'The e-mail address or the password is wrong.',
}

const unverified: SignInRefusal = {
  status: 403,
  code: 'EMAIL_NOT_VERIFIED',
  message: 'Please verify your e-mail address first. The link is in the mail that we sent you.',
}

export async function signInByPassword(
  request: SignInByPassword,
  means: Means,
): Promise<Result<SignInStep, SignInRefusal>> {
  const { guard } = means
  const email = parseEmail(request.email)
  if (!email.ok) return refuse(wrong)
  // Paid before the password is looked at, so that attempts at the same moment count too.
  const attempt = { email: email.value, source: request.source }
  const spent = await spendPasswordAttempt(means, attempt)
  if (!spent.ok) return spent

  const { password, source } = request
  const verified = await verifyPassword(means, { email: email.value, password, source })
  if (!verified.ok) return verified
  const account = verified.value
  if (account === undefined) {
    void noteFailure(means, attempt)
    return refuse(wrong)
  }
  await refillPasswordAttempts(guard, attempt)
  // Only somebody who knows the password learns that the address is not verified.
  if (!account.isVerified) return refuse(unverified)
  return finishSignIn(means, { ...request, account, method: 'password' })
}

/** Beside the answer, which does not wait for it: the time would tell that there is such an account. */
async function noteFailure(
  { database, events, log }: Means,
  { email, source }: { email: string; source: string },
): Promise<void> {
  try {
    const attacked = await accountByEmail(database.queries, email)
    if (attacked !== undefined) await database.transaction((tx) => events.announce(tx, signInFailed(attacked, source)))
  } catch (error) {
    log.error({ err: error }, 'a sign-in that failed could not be noted')
  }
}
