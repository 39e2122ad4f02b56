import type { AccountId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { decideProviderSignIn, type ProviderFacts } from './provider-sign-in.ts'

const ann = 'a-ann' as AccountId // for the test
const bob = 'a-bob' as AccountId // for the test

const stranger: ProviderFacts = {
  provider: 'google',
  email: 'Ann@Example.org',
  isEmailVerified: true,
  linkedTo: undefined,
  byEmail: undefined,
  linkAs: undefined,
}

describe('whom a provider’s word makes somebody', () => {
  it.each<[string, Partial<ProviderFacts>, string]>([
    ['a stranger: a new account', {}, 'create'],
    ['whose identity it is', { linkedTo: ann }, 'sign-in'],
    ['whose identity it is, whatever the address', { linkedTo: ann, byEmail: { id: bob, isClaimed: true } }, 'sign-in'],
    [
      'whose identity it is, without an address',
      { linkedTo: ann, email: undefined, isEmailVerified: false },
      'sign-in',
    ],
    ['an invited person', { byEmail: { id: ann, isClaimed: false } }, 'complete'],
    ['an invited person, unverified', { byEmail: { id: ann, isClaimed: false }, isEmailVerified: false }, 'verify'],
    ['a known address', { byEmail: { id: ann, isClaimed: true } }, 'PROVIDER_EMAIL_TAKEN'],
    ['a known address, unverified, alike', { byEmail: { id: ann, isClaimed: true }, isEmailVerified: false }, 'verify'],
    ['an unverified address', { isEmailVerified: false }, 'verify'],
    ['no address', { email: undefined }, 'PROVIDER_EMAIL_UNVERIFIED'],
    ['an address that is none', { email: 'ann' }, 'PROVIDER_EMAIL_UNVERIFIED'],
    ['whoever is signed in', { linkAs: ann, email: undefined, isEmailVerified: false }, 'link'],
    [
      'whoever is signed in, with the address of another',
      { linkAs: ann, byEmail: { id: bob, isClaimed: true } },
      'link',
    ],
    ['whoever is signed in, again', { linkAs: ann, linkedTo: ann }, 'linked-already'],
    ['whoever is signed in, with the identity of another', { linkAs: ann, linkedTo: bob }, 'CONFLICT'],
  ])('%s', (_, change, expected) => {
    const decision = decideProviderSignIn({ ...stranger, ...change })
    expect(decision.ok ? decision.value.kind : decision.refusal.code).toBe(expected)
  })

  it('makes an account for the address as we write it', () => {
    expect(decideProviderSignIn(stranger)).toMatchObject({ value: { email: 'ann@example.org' } })
  })

  it('says what to do next', () => {
    const taken = decideProviderSignIn({ ...stranger, byEmail: { id: bob, isClaimed: true } })
    expect(taken.ok ? '' : taken.refusal.message).toContain('add Google under Account → Security')
  })
})
