// Rules about passkeys: for which host they are, how many, what they are called, and when a copy shows. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import { ipVersionOf, parsePlainName, plainNameRefusalMessage, type AccountId } from '@farport/vocabulary'
import type { RelyingParty } from '#platform/webauthn'
import type { SignInRefusal } from '../identity.ts'

/** What its owner sees of it. */
export interface PasskeySummary {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | undefined
}

export interface Passkey extends PasskeySummary {
  userId: AccountId
  credentialId: Buffer
  publicKey: Buffer
  transports: readonly string[]
}

export const passkeysPerPersonMax = 20
export const passkeyNameLengthMax = 100
export const challengeMsMax = 300_000

/** Undefined where browsers offer no passkeys: at a bare address. */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(publicUrl)
  const isAddress = ipVersionOf(hostname.replace(/^\[|\]$/g, '')) !== undefined
  return isAddress ? undefined : { id: hostname, origin, name: 'Farport' }
}

export function parsePasskeyName(text: string): Result<string, SignInRefusal> {
  const name = parsePlainName(text, passkeyNameLengthMax)
  if (name.ok) return name
  return refuse({ status: 400, code: 'INVALID', message: plainNameRefusalMessage(name.refusal, passkeyNameLengthMax) })
}

export function decideAddition(count: number): Result<undefined, SignInRefusal> {
  return count < passkeysPerPersonMax ? accept(undefined) : refuse(tooMany)
}

/** A second factor that nobody can give any more would keep its owner out. */
export function decideFactorRemoval(facts: {
  count: number
  isSecondFactor: boolean
}): Result<undefined, SignInRefusal> {
  return facts.isSecondFactor && facts.count === 1 ? refuse(lastFactor) : accept(undefined)
}

const lastFactor: SignInRefusal = {
  status: 409,
  code: 'CONFLICT',
  message: 'This passkey is your second factor. Turn two-factor authentication off, or add another passkey first.',
}

const tooMany: SignInRefusal = {
  status: 409,
  code: 'CONFLICT',
  message: `You have ${passkeysPerPersonMax} passkeys already. Remove one that you do not use first.`,
}

export const noSuchPasskey: SignInRefusal = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is no such passkey.',
}

export const passkeyTaken: SignInRefusal = {
  status: 409,
  code: 'CONFLICT',
  message: 'This passkey is in use already.',
}

export const noPasskeysHere: SignInRefusal = {
  status: 404,
  code: 'NOT_AVAILABLE',
  message: 'Passkeys need a host name. This server is reached by a bare address.',
}

export const noPasskeyOfYours: SignInRefusal = {
  status: 409,
  code: 'NOT_AVAILABLE',
  message: 'You have no passkey that checks that it is you.',
}

export const passkeyNotMade: SignInRefusal = {
  status: 400,
  code: 'INVALID',
  message: 'This passkey could not be added. Please try again.',
}

/** Whatever was wrong with it: who guesses learns nothing. */
export const passkeyRefused: SignInRefusal = {
  status: 401,
  code: 'INVALID_TOKEN',
  message: 'This passkey could not be used here. Please try again, or sign in another way.',
}

/** Of somebody who is signed in. */
export const passkeyProvesNothing: SignInRefusal = {
  status: 400,
  code: 'INVALID_TOKEN',
  message: 'This passkey does not prove that it is you. Please try again, or prove it another way.',
}

export const challengeOver: SignInRefusal = {
  status: 400,
  code: 'CHALLENGE_EXPIRED',
  message: 'That took too long. Please try again.',
}

export const passkeyCopied: SignInRefusal = {
  status: 403,
  code: 'INVALID_TOKEN',
  message: 'This passkey seems to have been copied, and was not accepted. Remove it, and sign in another way.',
}
