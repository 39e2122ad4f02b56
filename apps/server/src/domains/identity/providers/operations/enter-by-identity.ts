// Whose account an identity at a provider opens: that of the person it is linked to, a new one, or the one of whoever is
// signed in and adds it.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { ProviderId } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { violatedConstraint, type Tx } from '#platform/database'
import type { OutsideIdentity } from '#platform/sign-in-client'
import type { IdentityContext } from '../../context.ts'
import { nameOf, parseEmail, type Language, type SignInRefusal } from '../../identity.ts'
import { acceptTerms, markVerified } from '../../identity-store.ts'
import * as rules from '../provider-sign-in.ts'
import * as store from '../provider-store.ts'
import { tellOfLink } from './tell-of-link.ts'

export interface Entrance {
  identity: OutsideIdentity
  linkAs: AccountId | undefined
  provider: ProviderId
  /** Of the browser, for an account that is made. */
  language: Language
}

export type Entered =
  | { kind: 'entered'; accountId: AccountId }
  | { kind: 'linked' }
  /** The address has to be shown to be theirs first. */
  | { kind: 'verify'; email: string }

export type EntranceMeans = Pick<IdentityContext, 'database' | 'clock' | 'ids' | 'mailer' | 'publicUrl'>

/** `entranceIn`: finds out who comes, in the transaction that then lets them in. */
export async function enterByIdentity(
  means: EntranceMeans,
  { provider }: Pick<Entrance, 'provider'>,
  entranceIn: (tx: Tx) => Promise<Result<Entrance, SignInRefusal>>,
): Promise<Result<Entered, SignInRefusal>> {
  try {
    return await means.database.transaction(async (tx) => {
      const entrance = await entranceIn(tx)
      return entrance.ok ? decideAndAct(means, tx, entrance.value) : entrance
    })
  } catch (error) {
    // Somebody was faster since we looked.
    switch (violatedConstraint(error)) {
      case 'user_email_key':
        return refuse(rules.emailTaken(provider))
      case 'provider_identity_subject_key':
        return refuse(rules.linkedElsewhere(provider))
      case 'provider_identity_user_key':
        return refuse(rules.anotherLinked(provider))
      default:
        throw error
    }
  }
}

async function decideAndAct(
  means: EntranceMeans,
  tx: Tx,
  { identity, linkAs, provider, language }: Entrance,
): Promise<Result<Entered, SignInRefusal>> {
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
  const now = new Date(clock.now())
  const add = async (userId: AccountId) => {
    const { issuer, subject } = identity
    const shownEmail = email.ok ? email.value : undefined
    const link = { id: randomUUID(), userId, provider, issuer, subject, email: shownEmail }
    await store.addIdentity(tx, { ...link, createdAt: now })
  }
  switch (decision.value.kind) {
    case 'sign-in':
      return accept({ kind: 'entered', accountId: decision.value.accountId })
    case 'linked-already':
      return accept({ kind: 'linked' })
    case 'link':
      await add(decision.value.accountId)
      await tellOfLink(means, tx, { userId: decision.value.accountId, provider, change: 'added' })
      return accept({ kind: 'linked' })
    case 'verify':
      return accept(decision.value)
    case 'create': {
      const accountId = ids('a')
      const account = { id: accountId, email: decision.value.email, name: nameOf(decision.value.email), language }
      await store.addVerifiedAccount(tx, account)
      await acceptTerms(tx, accountId, { now })
      await add(accountId)
      return accept({ kind: 'entered', accountId })
    }
    case 'complete': {
      const { accountId } = decision.value
      await markVerified(tx, accountId)
      await acceptTerms(tx, accountId, { language, now })
      await add(accountId)
      return accept({ kind: 'entered', accountId })
    }
  }
}
