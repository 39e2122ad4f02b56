// What a sign-in still wants when one factor is proven, and what else would do. Pure.

import type { ChallengeName, MfaMethod } from '@farport/contract'
import type { SignInRefusal } from '../identity.ts'

/** How somebody has proven who they are. */
export type SignInMethod =
  | 'password'
  | 'provider'
  /** With a PIN, a finger or a face besides: two factors in one. */
  | 'passkey'
  /** The answer to a challenge of ours. */
  | 'second-factor'
  /** By a mailed code and the recovery code. */
  | 'recovery'
  /** The operator, by the link that was printed at the start. */
  | 'welcome'
  /** In a session of theirs, which has just been proven, they let a program in. */
  | 'device'

/** What is not among these proves one factor, and is not enough where there are two. */
const completeMethods: ReadonlySet<SignInMethod> = new Set([
  'passkey',
  'second-factor',
  'recovery',
  'welcome',
  'device',
])

export function isComplete(method: SignInMethod): boolean {
  return completeMethods.has(method)
}

export interface ChallengeFacts {
  method: MfaMethod
  hasPasskey: boolean
  hasRecoveryCode: boolean
}

export interface Wanted {
  name: FactorName
  alternatives: ChallengeName[]
}

export type FactorName = Exclude<ChallengeName, 'CUSTOM_CHALLENGE'>

/**
 * Undefined: nothing. What the person turned on, and nothing that is easier to come by: whoever asks for a text message where an app was
 * chosen gets none. A passkey is harder to come by than a code, and does in its place.
 */
export function wantedFactors({ method, hasPasskey, hasRecoveryCode }: ChallengeFacts): Wanted | undefined {
  if (method === 'NO_MFA') return undefined
  const others: ChallengeName[] = method !== 'WEB_AUTHN' && hasPasskey ? ['WEB_AUTHN'] : []
  return { name: method, alternatives: hasRecoveryCode ? [...others, 'CUSTOM_CHALLENGE'] : others }
}

export function isWanted({ name, alternatives }: Wanted, answered: FactorName): boolean {
  return answered === name || alternatives.includes(answered)
}

/** Whether a passkey could answer. */
export function wantsPasskey(wanted: Wanted): boolean {
  return isWanted(wanted, 'WEB_AUTHN')
}

/** From the first proof to the last answer. */
export const challengeMs = 10 * 60_000

/** Enough to know one's own phone by. */
export function phoneHint(phone: string): string {
  return `••• ${phone.slice(-2)}`
}

/** As we make them: whatever else is sent is nobody's. */
export function isChallengeToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

export const challengeExpired: SignInRefusal = { status: 400, code: 'CHALLENGE_EXPIRED', message: 'Session Expired' }

/** Of a factor that this account does not have, or not any more. */
export const notWanted: SignInRefusal = {
  status: 400,
  code: 'NOT_AVAILABLE',
  message: 'This account asks for something else.',
}
