// Whom a provider's word makes somebody here. The issuer and the subject say who they are; an address alone never opens
// an account, since whoever has it there need not have it here. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { ProviderId } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { parseEmail, type SignInRefusal } from '../identity.ts'
import { providerNames } from './provider.ts'

export interface ProviderFacts {
  provider: ProviderId
  /** As the provider has it. */
  email: string | undefined
  isEmailVerified: boolean
  /** Whose the identity is here. */
  linkedTo: AccountId | undefined
  /** Whose the address is here. */
  byEmail: { id: AccountId; isClaimed: boolean } | undefined
  /** Who is signed in, and adds it to their account. */
  linkAs: AccountId | undefined
}

export type ProviderDecision =
  | { kind: 'sign-in'; accountId: AccountId }
  | { kind: 'link'; accountId: AccountId }
  | { kind: 'linked-already' }
  | { kind: 'create'; email: string }
  /** The provider does not say that the address is theirs: a mailed code has to show it, whoever has the address here. */
  | { kind: 'verify'; email: string }
  /** An account that others made for the address, and nobody has claimed. */
  | { kind: 'complete'; accountId: AccountId }

export function decideProviderSignIn(facts: ProviderFacts): Result<ProviderDecision, SignInRefusal> {
  const { provider, linkedTo, byEmail, linkAs } = facts
  if (linkAs !== undefined) return decideLink(facts, linkAs)
  if (linkedTo !== undefined) return accept({ kind: 'sign-in', accountId: linkedTo })
  const email = parseEmail(facts.email ?? '')
  if (!email.ok) return refuse(emailUnknown(provider))
  if (!facts.isEmailVerified) return accept({ kind: 'verify', email: email.value })
  if (byEmail === undefined) return accept({ kind: 'create', email: email.value })
  return byEmail.isClaimed ? refuse(emailTaken(provider)) : accept({ kind: 'complete', accountId: byEmail.id })
}

function decideLink({ provider, linkedTo }: ProviderFacts, linkAs: AccountId): Result<ProviderDecision, SignInRefusal> {
  if (linkedTo === undefined) return accept({ kind: 'link', accountId: linkAs })
  return linkedTo === linkAs ? accept({ kind: 'linked-already' }) : refuse(linkedElsewhere(provider))
}

export function emailTaken(provider: ProviderId): SignInRefusal {
  const name = providerNames[provider]
  const message = `There is an account with this e-mail address already. Sign in to it as you are used to, then add ${name} under Account → Security.`
  return { status: 409, code: 'PROVIDER_EMAIL_TAKEN', message }
}

function emailUnknown(provider: ProviderId): SignInRefusal {
  const name = providerNames[provider]
  const message = `${name} does not tell us your e-mail address. Sign up with one first, then add ${name} under Account → Security.`
  return { status: 403, code: 'PROVIDER_EMAIL_UNVERIFIED', message }
}

export function linkedElsewhere(provider: ProviderId): SignInRefusal {
  const message = `This account at ${providerNames[provider]} belongs to another account here.`
  return { status: 409, code: 'CONFLICT', message }
}

export function anotherLinked(provider: ProviderId): SignInRefusal {
  const message = `Another account at ${providerNames[provider]} is linked already. Remove it first.`
  return { status: 409, code: 'CONFLICT', message }
}

export function unreachable(provider: ProviderId): SignInRefusal {
  const message = `${providerNames[provider]} does not answer just now. Please try again later, or sign in another way.`
  return { status: 503, code: 'PROVIDER_UNREACHABLE', message }
}

export const declined: SignInRefusal = {
  status: 403,
  code: 'PROVIDER_REFUSED',
  message: 'Sign in failed, please try again.',
}

export const notOffered: SignInRefusal = {
  status: 404,
  code: 'NOT_AVAILABLE',
  message: 'This way to sign in is not set up here.',
}

/** Another browser, a second time, or too late. */
export const attemptOver: SignInRefusal = {
  status: 400,
  code: 'CHALLENGE_EXPIRED',
  message: 'The sign-in took too long, or was begun in another browser. Please begin again.',
}
