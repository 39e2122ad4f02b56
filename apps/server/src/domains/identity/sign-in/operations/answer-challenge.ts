// Takes the answer of somebody whose sign-in waits for another factor. Right, a session begins; wrong, it is counted: for
// this sign-in, and for the account, since whoever has the password can begin as many as they like.

import { accept, refuse, type Result } from '@farport/basics'
import { hashLinkToken } from '#platform/link-tokens'
import type { Tx } from '#platform/database'
import type { AssertionResponse } from '#platform/webauthn'
import type { IdentityContext } from '../../context.ts'
import { cleanCode, codeInvalid, wrongAnswersMax } from '../../factors/factors.ts'
import { checkTotp } from '../../factors/operations/check-totp.ts'
import { renderFactorMail } from '../../factors/operations/render-factor-mail.ts'
import { factorsOf } from '../../factors/factor-store.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { verifyPasskeyAssertion } from '../../passkeys/operations/verify-passkey-assertion.ts'
import { signInFailed } from '../../identity-events.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { challengeExpired, isWanted, notWanted, type FactorName } from '../challenge.ts'
import {
  challengeByToken,
  countWrongAnswer,
  holdChallenge,
  removeChallenge,
  type Challenge,
} from '../challenge-store.ts'
import { signInCodeOwner, wantedOf } from './begin-challenge.ts'
import { finishSignIn, type SignInMeans, type SignInStep } from './finish-sign-in.ts'

export interface ChallengeReply {
  token: string
  name: FactorName
  code: string
  /** Of a passkey. */
  response?: AssertionResponse | undefined
  source: string
  headers: Headers
}

type Means = SignInMeans & Pick<IdentityContext, 'factorSeal' | 'mailer'>

export async function answerChallenge(means: Means, reply: ChallengeReply): Promise<Result<SignInStep, SignInRefusal>> {
  const { database, clock, factorGuard } = means
  const { source, headers } = reply
  const tokenHash = hashLinkToken(reply.token)
  const known = await challengeByToken(database.queries, tokenHash, new Date(clock.now()))
  if (known === undefined) return refuse(challengeExpired)
  const { id } = known.account
  // Paid before the code is looked at, so that attempts at the same moment count too.
  const spent = await factorGuard.spend(['factor-account', id], ['factor-account-day', id])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))

  const isPasskeyRight = await isByPasskey(means, known.account, reply)
  const proven = await database.transaction((tx) => takeAnswer(means, tx, { ...reply, tokenHash, isPasskeyRight }))
  if (!proven.ok) return proven
  await factorGuard.refill('factor-account', id)
  await factorGuard.refill('factor-account-day', id)
  const { account, rememberMe } = proven.value
  return finishSignIn(means, { account, rememberMe, method: 'second-factor', source, headers })
}

interface HashedReply extends ChallengeReply {
  tokenHash: Buffer
  isPasskeyRight: boolean
}

/** A refusal is an outcome like another: what it counts stays counted. */
async function takeAnswer(means: Means, tx: Tx, reply: HashedReply): Promise<Result<Challenge, SignInRefusal>> {
  const { tokenHash, source } = reply
  const challenge = await holdChallenge(tx, tokenHash, new Date(means.clock.now()))
  if (challenge === undefined) return refuse(challengeExpired)
  const wanted = await wantedOf(tx, challenge.account)
  if (wanted === undefined) return refuse(challengeExpired)
  if (!isWanted(wanted, reply.name)) return refuse(notWanted)
  if (await isRight(means, tx, challenge, reply)) {
    await removeChallenge(tx, tokenHash)
    return accept(challenge)
  }
  await means.events.announce(tx, signInFailed(challenge.account, source))
  const wrongAnswers = challenge.wrongAnswers + 1
  if (wrongAnswers >= wrongAnswersMax) {
    await removeChallenge(tx, tokenHash)
    // Whoever it was knows the password.
    await means.mailer.post(tx, await renderFactorMail(means, challenge.account, { kind: 'guessed' }))
    return refuse(challengeExpired)
  }
  await countWrongAnswer(tx, tokenHash, wrongAnswers)
  return refuse(codeInvalid)
}

async function isRight(means: Means, tx: Tx, challenge: Challenge, reply: HashedReply): Promise<boolean> {
  const { account } = challenge
  const code = cleanCode(reply.code)
  switch (reply.name) {
    case 'SOFTWARE_TOKEN_MFA': {
      const factors = await factorsOf(tx, account.id)
      return (await checkTotp(means, tx, { id: account.id, factors, code })).ok
    }
    case 'SMS_MFA': {
      const sent = challenge.code
      const isGood = sent !== undefined && sent.expiresAt.getTime() > means.clock.now()
      return isGood && means.codes.fits(code, signInCodeOwner(account), sent.hash)
    }
    case 'WEB_AUTHN':
      return reply.isPasskeyRight
  }
}

/** Passkeys use up what they signed, and note their use, by themselves. */
async function isByPasskey(means: Means, { id }: Account, reply: ChallengeReply): Promise<boolean> {
  const { name, response, source } = reply
  if (name !== 'WEB_AUTHN' || response === undefined) return false
  return (await verifyPasskeyAssertion(means, { response, use: { kind: 'second-factor', accountId: id }, source })).ok
}
