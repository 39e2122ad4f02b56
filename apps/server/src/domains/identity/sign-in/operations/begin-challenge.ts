// Lets a sign-in wait for another factor, and tells what is wanted. With SMS the code goes out here.

import { accept, refuse, type Result } from '@farport/basics'
import type { ChallengeAnswer } from '@farport/contract'
import type { Queries } from '#platform/database'
import { hashLinkToken, newLinkToken } from '#platform/link-tokens'
import { newDigits } from '#platform/one-time-codes'
import type { IdentityContext } from '../../context.ts'
import { sendText } from '../../factors/operations/send-text.ts'
import { textCodeLength, textCodeMs } from '../../factors/factors.ts'
import { factorsOf } from '../../factors/factor-store.ts'
import { signInText } from '../../factors/text-messages.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { passkeyChallenge } from '../../passkeys/operations/passkey-challenge.ts'
import { hasPasskey } from '../../passkeys/passkey-store.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { challengeExpired, challengeMs, phoneHint, wantedFactors, wantsPasskey, type Wanted } from '../challenge.ts'
import { addChallenge, challengeByToken, saveChallengeCode, type Challenge } from '../challenge-store.ts'

/** What a client is given. Browsers get the cookie, other programs the token within the answer. */
export interface ChallengeGrant {
  token: string
  /** Values of Set-Cookie. */
  cookies: string[]
  answer: ChallengeAnswer
}

export type ChallengeMeans = Pick<
  IdentityContext,
  'database' | 'clock' | 'log' | 'codes' | 'sms' | 'factorGuard' | 'publicUrl' | 'challengeCookie' | 'passkeyChallenges'
>

export interface WaitingSignIn {
  account: Account
  rememberMe: boolean
  source: string
}

export async function beginChallenge(
  means: ChallengeMeans,
  { account, rememberMe, source }: WaitingSignIn,
  wanted: Wanted,
): Promise<Result<ChallengeGrant, SignInRefusal>> {
  const { database, clock } = means
  const token = newLinkToken().reveal()
  const tokenHash = hashLinkToken(token)
  const expiresAt = new Date(clock.now() + challengeMs)
  await database.transaction((tx) => addChallenge(tx, { tokenHash, userId: account.id, rememberMe, source, expiresAt }))
  if (wanted.name === 'SMS_MFA') {
    const sent = await sendCode(means, account, tokenHash)
    if (!sent.ok) return sent
  }
  return describe(means, { token, account, expiresAt }, wanted)
}

/** Where a sign-in stands: for a page that was loaded again. */
export async function describeChallenge(
  means: ChallengeMeans,
  token: string,
): Promise<Result<ChallengeGrant, SignInRefusal>> {
  const found = await findChallenge(means, token)
  return found.ok ? describe(means, { token, ...found.value }, found.value.wanted) : found
}

/** A new code by text message, in the place of the one before. */
export async function resendCode(means: ChallengeMeans, token: string): Promise<Result<ChallengeGrant, SignInRefusal>> {
  const found = await findChallenge(means, token)
  if (!found.ok) return found
  const { account, wanted } = found.value
  if (wanted.name === 'SMS_MFA') {
    const sent = await sendCode(means, account, hashLinkToken(token))
    if (!sent.ok) return sent
  }
  return describe(means, { token, ...found.value }, wanted)
}

/** What this account asks for after a first factor; undefined: nothing. */
export async function wantedOf(queries: Queries, { id }: Pick<Account, 'id'>): Promise<Wanted | undefined> {
  const { method, recoveryCodeHash } = await factorsOf(queries, id)
  const canUsePasskey = method !== 'NO_MFA' && (await hasPasskey(queries, id))
  return wantedFactors({ method, hasPasskey: canUsePasskey, hasRecoveryCode: recoveryCodeHash !== undefined })
}

async function findChallenge(
  { database, clock, factorGuard }: ChallengeMeans,
  token: string,
): Promise<Result<Challenge & { wanted: Wanted }, SignInRefusal>> {
  const found = await challengeByToken(database.queries, hashLinkToken(token), new Date(clock.now()))
  if (found === undefined) return refuse(challengeExpired)
  const wanted = await wantedOf(database.queries, found.account)
  if (wanted === undefined) return refuse(challengeExpired)
  const spent = await factorGuard.spend(['challenge-account', found.account.id])
  return spent.ok ? accept({ ...found, wanted }) : refuse(throttled(spent.refusal.retryAfterSeconds))
}

async function sendCode(
  means: ChallengeMeans,
  account: Account,
  tokenHash: Buffer,
): Promise<Result<undefined, SignInRefusal>> {
  const { database, clock, codes } = means
  const { phone } = await factorsOf(database.queries, account.id)
  if (phone === undefined) return refuse(challengeExpired)
  const code = newDigits(textCodeLength).reveal()
  const kept = { hash: codes.hash(code, signInCodeOwner(account)), expiresAt: new Date(clock.now() + textCodeMs) }
  const text = signInText(code, account.language)
  const sent = await sendText(means, { userId: account.id, phone, text, purpose: 'sign-in' })
  // Only then is the one before it worthless.
  if (sent.ok) await saveChallengeCode(database.queries, tokenHash, kept)
  return sent
}

export function signInCodeOwner({ id }: Pick<Account, 'id'>): string {
  return `sign-in ${id}`
}

async function describe(
  means: ChallengeMeans,
  { token, account, expiresAt }: { token: string; account: Account; expiresAt: Date },
  wanted: Wanted,
): Promise<Result<ChallengeGrant, SignInRefusal>> {
  const { database, clock, challengeCookie } = means
  const { phone } = await factorsOf(database.queries, account.id)
  const expiresInSeconds = Math.max(1, Math.ceil((expiresAt.getTime() - clock.now()) / 1000))
  const answer: ChallengeAnswer = {
    challengeName: wanted.name,
    alternatives: wanted.alternatives,
    ...(wanted.name === 'SMS_MFA' && phone !== undefined ? { phoneHint: phoneHint(phone) } : {}),
    ...(wantsPasskey(wanted) ? { passkeyOptions: await passkeyChallenge(means, account.id) } : {}),
    expiresInSeconds,
  }
  return accept({ token, cookies: [challengeCookie.set(token, expiresInSeconds)], answer })
}
