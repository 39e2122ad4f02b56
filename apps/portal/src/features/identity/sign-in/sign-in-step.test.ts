import type { ChallengeName } from '@farport/contract'
import { expect, it } from 'vitest'
import { challengePath } from './sign-in-step.ts'

it.each<[ChallengeName, string]>([
  ['CUSTOM_CHALLENGE', '/account-recovery?next=%2Flogs'],
  ['SMS_MFA', '/mfa-verify?next=%2Flogs'],
  ['SOFTWARE_TOKEN_MFA', '/mfa-verify?next=%2Flogs'],
  ['WEB_AUTHN', '/mfa-verify?next=%2Flogs'],
])('%s is answered at %s', (challengeName, path) => {
  expect(challengePath({ challengeName, alternatives: [], expiresInSeconds: 600 }, '/logs')).toBe(path)
})

it('whoever is signed in has nothing to answer', () => {
  expect(challengePath({ user: { id: 'a-1', email: 'ann@example.com', language: 'en' } }, '/logs')).toBeUndefined()
})
