// Takes what somebody brings back from a provider, once and from the browser that was sent there, and signs them in with
// it, makes their account, asks for a mailed code first, or adds the identity to the account that they are signed in to.

import { accept, refuse, type Result, type Secret } from '@farport/basics'
import type { ProviderId } from '@farport/contract'
import type { SignInFault } from '#platform/sign-in-client'
import type { IdentityContext } from '../../context.ts'
import type { Language, SignInRefusal } from '../../identity.ts'
import { finishSignIn, type SignInStep } from '../../sign-in/operations/finish-sign-in.ts'
import { throttled } from '../../sign-in-budgets.ts'
import * as rules from '../provider-sign-in.ts'
import * as store from '../provider-store.ts'
import { attemptWords, hashAttemptToken, isSameWord } from './attempt-words.ts'
import { beginProviderSignUp, type SignUpMeans } from './begin-provider-sign-up.ts'
import { enterByIdentity, type EntranceMeans } from './enter-by-identity.ts'

export interface ProviderReturn {
  provider: ProviderId
  /** The query that the provider sent the browser back with. */
  answer: URLSearchParams
  /** Of the browser's cookie. */
  token: Secret | undefined
  /** Of the browser, for an account that is made. */
  language: Language
  source: string
  headers: Headers
}

/** `isLink`: also when it failed, somebody was adding the identity to their account. */
export interface ProviderOutcome {
  isLink: boolean
  next: string
  result: Result<{ kind: 'linked' } | { kind: 'code-wanted'; cookie: string } | SignInStep, SignInRefusal>
}

type Means = Parameters<typeof finishSignIn>[0] &
  EntranceMeans &
  SignUpMeans &
  Pick<IdentityContext, 'providers' | 'sessions'>

export async function finishProvider(means: Means, back: ProviderReturn): Promise<ProviderOutcome> {
  const attempt = await takeAttempt(means, back)
  if (!attempt.ok) return { isLink: false, next: '/', result: attempt }
  const { sessionId, next } = attempt.value
  return { isLink: sessionId !== undefined, next, result: await finishAttempt(means, back, attempt.value) }
}

interface TakenAttempt extends store.ProviderAttempt {
  token: Secret
}

/** What a stranger makes the browser bring uses nothing up: they cannot know the state. */
async function takeAttempt(
  { database, clock, guard, publicUrl, providers }: Means,
  { provider, token, answer, source }: ProviderReturn,
): Promise<Result<TakenAttempt, SignInRefusal>> {
  if (!providers.has(provider)) return refuse(rules.notOffered)
  const spent = await guard.spend(['provider-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  if (token === undefined) return refuse(rules.attemptOver)
  const { state } = attemptWords(token, { provider, publicUrl })
  if (!isSameWord(answer.get('state'), state)) return refuse(rules.attemptOver)
  const asked = { tokenHash: hashAttemptToken(token), provider, now: new Date(clock.now()) }
  const attempt = await store.takeAttempt(database.queries, asked)
  return attempt === undefined ? refuse(rules.attemptOver) : accept({ ...attempt, token })
}

async function finishAttempt(
  means: Means,
  back: ProviderReturn,
  attempt: TakenAttempt,
): Promise<ProviderOutcome['result']> {
  const { provider } = back
  const viewer = attempt.sessionId === undefined ? undefined : await means.sessions.viewerOfSession(attempt.sessionId)
  const linkAs = viewer?.accountId
  if (attempt.sessionId !== undefined && linkAs === undefined) return refuse(rules.attemptOver)
  const identity = await means.providers
    .get(provider)
    ?.finish(attemptWords(attempt.token, { ...means, provider }), back.answer)
  if (identity === undefined) return refuse(rules.notOffered)
  if (!identity.ok) return refuse(refusalOf(identity.refusal, provider))

  const { language, source, headers } = back
  const { rememberMe } = attempt
  const entrance = { identity: identity.value, linkAs, provider, language }
  const entered = await enterByIdentity(means, entrance, async () => accept(entrance))
  if (!entered.ok) return entered
  switch (entered.value.kind) {
    case 'linked':
      return accept({ kind: 'linked' })
    case 'verify': {
      const newcomer = { provider, identity: identity.value, email: entered.value.email, rememberMe, language, source }
      const begun = await beginProviderSignUp(means, newcomer)
      return begun.ok ? accept({ kind: 'code-wanted', cookie: begun.value.cookie }) : begun
    }
    case 'entered': {
      const account = await store.accountById(means.database.queries, entered.value.accountId)
      if (account === undefined) return refuse(rules.declined)
      return finishSignIn(means, { account, method: 'provider', rememberMe, source, headers })
    }
  }
}

function refusalOf(fault: SignInFault, provider: ProviderId): SignInRefusal {
  return fault === 'unreachable' ? rules.unreachable(provider) : rules.declined
}
