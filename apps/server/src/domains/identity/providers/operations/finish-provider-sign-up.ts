// Makes the account of a newcomer from a provider, who has typed the code that was mailed to their address.

import { accept, refuse, type Result } from '@farport/basics'
import type { ProviderSignUp as SignUpAnswer } from '@farport/contract'
import type { Tx } from '#platform/database'
import { hashLinkToken } from '#platform/link-tokens'
import type { IdentityContext } from '../../context.ts'
import { cleanCode } from '../../factors/factors.ts'
import type { Language, SignInRefusal } from '../../identity.ts'
import { emailCodeInvalid } from '../../recovery/recovery.ts'
import { finishSignIn, type SignInMeans, type SignInStep } from '../../sign-in/operations/finish-sign-in.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { attemptOver, declined } from '../provider-sign-in.ts'
import { wrongAnswersMax } from '../provider-sign-up.ts'
import * as store from '../provider-sign-up-store.ts'
import { accountById } from '../provider-store.ts'
import { signUpCodeOwner } from './begin-provider-sign-up.ts'
import { enterByIdentity, type EntranceMeans } from './enter-by-identity.ts'

interface Attempt {
  /** Of the browser's cookie. */
  token: string
  code: string
  /** Of the browser, for the account that is made. */
  language: Language
  source: string
  headers: Headers
}

type Means = SignInMeans & EntranceMeans & Pick<IdentityContext, 'guard' | 'codes'>

export async function describeProviderSignUp(
  { database, clock }: Pick<Means, 'database' | 'clock'>,
  token: string,
): Promise<Result<SignUpAnswer, SignInRefusal>> {
  const waiting = await store.signUpByToken(database.queries, hashLinkToken(token), new Date(clock.now()))
  if (waiting === undefined) return refuse(attemptOver)
  const { provider, email, expiresAt } = waiting
  const expiresInSeconds = Math.max(1, Math.ceil((expiresAt.getTime() - clock.now()) / 1000))
  return accept({ provider, email, expiresInSeconds })
}

export async function finishProviderSignUp(means: Means, attempt: Attempt): Promise<Result<SignInStep, SignInRefusal>> {
  const { database, clock, guard } = means
  const { language, source, headers } = attempt
  const spent = await guard.spend(['link-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const tokenHash = hashLinkToken(attempt.token)
  const waiting = await store.signUpByToken(database.queries, tokenHash, new Date(clock.now()))
  if (waiting === undefined) return refuse(attemptOver)
  const { provider, rememberMe } = waiting
  const entered = await enterByIdentity(means, { provider }, async (tx) => {
    const shown = await takeCode(means, tx, { tokenHash, code: attempt.code })
    if (!shown.ok) return shown
    const identity = { ...shown.value, isEmailVerified: true }
    return accept({ identity, linkAs: undefined, provider, language })
  })
  if (!entered.ok) return entered
  const account =
    entered.value.kind === 'entered' ? await accountById(database.queries, entered.value.accountId) : undefined
  if (account === undefined) return refuse(declined)
  return finishSignIn(means, { account, method: 'provider', rememberMe, source, headers })
}

/** A refusal is an outcome like another: what it counts stays counted. */
async function takeCode(
  { clock, codes }: Pick<Means, 'clock' | 'codes'>,
  tx: Tx,
  { tokenHash, code }: { tokenHash: Buffer; code: string },
): Promise<Result<store.ProviderSignUp, SignInRefusal>> {
  const waiting = await store.holdSignUp(tx, tokenHash, new Date(clock.now()))
  if (waiting === undefined) return refuse(attemptOver)
  if (codes.fits(cleanCode(code), signUpCodeOwner(tokenHash), waiting.codeHash)) {
    await store.removeSignUp(tx, tokenHash)
    return accept(waiting)
  }
  const wrongAnswers = waiting.wrongAnswers + 1
  if (wrongAnswers >= wrongAnswersMax) {
    await store.removeSignUp(tx, tokenHash)
    return refuse(attemptOver)
  }
  await store.countWrongSignUp(tx, tokenHash, wrongAnswers)
  return refuse(emailCodeInvalid)
}
