// What it costs to try a password. Strangers share the budget of the account; whoever asks from where the person is signed
// in has one of their own there, so that nobody can lock people out of where they are by guessing.

import { refuse, accept, type Result } from '@farport/basics'
import { keyFrom } from '#platform/budgets'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { isSignedInFrom } from '../../sessions/session-store.ts'
import { throttled, type SignInGuard } from '../../sign-in-budgets.ts'

interface Attempt {
  email: string
  source: string
}

export async function spendPasswordAttempt(
  { database, clock, guard }: Pick<IdentityContext, 'database' | 'clock' | 'guard'>,
  attempt: Attempt,
): Promise<Result<undefined, SignInRefusal>> {
  const { email, source } = attempt
  const isAtHome = await isSignedInFrom(database.queries, { email, source, now: new Date(clock.now()) })
  const spent = isAtHome
    ? await guard.spend(['password-address', source], ['password-at-home', keyFrom(source, email)])
    : await guard.spend(['password-address', source], ['password-account', email], ['password-account-day', email])
  return spent.ok ? accept(undefined) : refuse(throttled(spent.refusal.retryAfterSeconds))
}

/** The password was right. */
export async function refillPasswordAttempts(guard: SignInGuard, attempt: Attempt): Promise<void> {
  await guard.refill('password-account', attempt.email)
  await guard.refill('password-account-day', attempt.email)
  await guard.refill('password-at-home', keyFrom(attempt.source, attempt.email))
}
