// Sends somebody to a provider. What binds their way back is in a cookie of their browser.

import { accept, refuse, type Result, type Secret } from '@farport/basics'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { attemptSecondsMax } from '../attempt-cookie.ts'
import { notOffered, unreachable } from '../provider-sign-in.ts'
import { addAttempt, type ProviderAttempt } from '../provider-store.ts'
import { attemptWords, hashAttemptToken, newAttemptToken } from './attempt-words.ts'

export interface StartedAttempt {
  url: URL
  /** For the cookie. */
  token: Secret
}

type Means = Pick<IdentityContext, 'database' | 'clock' | 'guard' | 'publicUrl' | 'providers'>

export async function startProvider(
  { database, clock, guard, publicUrl, providers }: Means,
  wish: ProviderAttempt & { source: string },
): Promise<Result<StartedAttempt, SignInRefusal>> {
  const { provider, source } = wish
  const client = providers.get(provider)
  if (client === undefined) return refuse(notOffered)
  const spent = await guard.spend(['provider-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const token = newAttemptToken()
  const url = await client.begin(attemptWords(token, { provider, publicUrl }))
  if (!url.ok) return refuse(unreachable(provider))
  const expiresAt = new Date(clock.now() + attemptSecondsMax * 1000)
  await addAttempt(database.queries, { ...wish, tokenHash: hashAttemptToken(token), expiresAt })
  return accept({ url: url.value, token })
}
