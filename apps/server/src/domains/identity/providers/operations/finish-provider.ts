// Takes what somebody brings back from a provider, once and from the browser that was sent there, and signs them in with
// it, makes their account, or adds the identity to the account that they are signed in to.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result, type Secret } from '@farport/basics'
import type { ProviderId } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { violatedConstraint, type Tx } from '#platform/database'
import type { OutsideIdentity, SignInFault } from '#platform/sign-in-client'
import type { IdentityContext } from '../../context.ts'
import { nameOf, parseEmail, type Language, type SignInRefusal } from '../../identity.ts'
import { markVerified } from '../../identity-store.ts'
import { finishSignIn, type SignInStep } from '../../sign-in/operations/finish-sign-in.ts'
import { throttled } from '../../sign-in-budgets.ts'
import * as rules from '../provider-sign-in.ts'
import * as store from '../provider-store.ts'
import { attemptWords, hashAttemptToken, isSameWord } from './attempt-words.ts'
import { tellOfLink } from './tell-of-link.ts'

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
  result: Result<{ kind: 'linked' } | SignInStep, SignInRefusal>
}

type Means = Parameters<typeof finishSignIn>[0] &
  Pick<IdentityContext, 'database' | 'clock' | 'ids' | 'mailer' | 'guard' | 'publicUrl' | 'providers' | 'sessions'>

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

  const entered = await enter(means, { identity: identity.value, linkAs, provider, language: back.language })
  if (!entered.ok) return entered
  if (entered.value === 'linked') return accept({ kind: 'linked' })
  const account = await store.accountById(means.database.queries, entered.value)
  if (account === undefined) return refuse(rules.declined)
  const { source, headers } = back
  return finishSignIn(means, { account, method: 'provider', rememberMe: attempt.rememberMe, source, headers })
}

interface Entrance {
  identity: OutsideIdentity
  linkAs: AccountId | undefined
  provider: ProviderId
  language: Language
}

/** Whose account it opens. */
async function enter(means: Means, entrance: Entrance): Promise<Result<AccountId | 'linked', SignInRefusal>> {
  try {
    return await means.database.transaction((tx) => decideAndAct(means, tx, entrance))
  } catch (error) {
    // Somebody was faster since we looked.
    switch (violatedConstraint(error)) {
      case 'user_email_key':
        return refuse(rules.emailTaken(entrance.provider))
      case 'provider_identity_subject_key':
        return refuse(rules.linkedElsewhere(entrance.provider))
      case 'provider_identity_user_key':
        return refuse(rules.anotherLinked(entrance.provider))
      default:
        throw error
    }
  }
}

async function decideAndAct(
  means: Means,
  tx: Tx,
  { identity, linkAs, provider, language }: Entrance,
): Promise<Result<AccountId | 'linked', SignInRefusal>> {
  const { ids, clock } = means
  const email = parseEmail(identity.email ?? '')
  const decision = rules.decideProviderSignIn({
    provider,
    email: identity.email,
    isEmailVerified: identity.isEmailVerified,
    linkedTo: await store.ownerOfIdentity(tx, identity),
    byEmail: email.ok ? await store.claimantOfEmail(tx, email.value) : undefined,
    linkAs,
  })
  if (!decision.ok) return decision
  const { issuer, subject } = identity
  const shownEmail = email.ok ? email.value : undefined
  const add = (userId: AccountId) =>
    store.addIdentity(tx, {
      ...{ id: randomUUID(), userId, provider, issuer, subject, email: shownEmail },
      createdAt: new Date(clock.now()),
    })
  switch (decision.value.kind) {
    case 'sign-in':
      return accept(decision.value.accountId)
    case 'linked-already':
      return accept('linked')
    case 'link':
      await add(decision.value.accountId)
      await tellOfLink(means, tx, { userId: decision.value.accountId, provider, change: 'added' })
      return accept('linked')
    case 'create': {
      const account = { id: ids('a'), email: decision.value.email, name: nameOf(decision.value.email), language }
      await store.addVerifiedAccount(tx, account)
      await add(account.id)
      return accept(account.id)
    }
    case 'complete':
      await markVerified(tx, decision.value.accountId)
      await add(decision.value.accountId)
      return accept(decision.value.accountId)
  }
}

function refusalOf(fault: SignInFault, provider: ProviderId): SignInRefusal {
  return fault === 'unreachable' ? rules.unreachable(provider) : rules.declined
}
