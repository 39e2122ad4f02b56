import { describe, expect, it } from 'vitest'
import { cleanCode, cleanEmail, signUpProblems, type SignUpForm } from './credentials.ts'

describe('a sign-up form', () => {
  const good: SignUpForm = {
    email: 'ann@example.com',
    password: 'longenough',
    passwordAgain: 'longenough',
    hasAcceptedTerms: true,
  }

  it.each([
    ['that is right', {}, {}],
    ['without an address', { email: ' ' }, { email: 'identity.emailMissing' }],
    ['with half an address', { email: 'ann@' }, { email: 'identity.emailInvalid' }],
    ['with an address too long', { email: `${'a'.repeat(250)}@b.example` }, { email: 'identity.emailInvalid' }],
    [
      'with a password too short',
      { password: 'sixsix', passwordAgain: 'sixsix' },
      { password: 'identity.passwordTooShort' },
    ],
    [
      'with a password too long',
      { password: 'x'.repeat(65), passwordAgain: 'x'.repeat(65) },
      { password: 'identity.passwordTooLong' },
    ],
    ['with two passwords', { passwordAgain: 'other' }, { passwordAgain: 'identity.passwordsDiffer' }],
    ['before the terms are accepted', { hasAcceptedTerms: false }, { hasAcceptedTerms: 'identity.termsMissing' }],
  ])('%s', (_, change, problems) => {
    expect(signUpProblems({ ...good, ...change })).toEqual(problems)
  })
})

it.each([
  ['  Ann@Example.COM ', 'ann@example.com'],
  ['<ann@example.com>;', 'ann@example.com'],
  ['ann@exam\u200Bple.com\t', 'ann@example.com'],
  ["o'neil+tag@sub.example.co.jp", "o'neil+tag@sub.example.co.jp"],
])('the address %j is taken as %s', (text, email) => {
  expect(cleanEmail(text)).toBe(email)
})

it('a code may be pasted with spaces and in capitals', () => {
  expect(cleanCode(' 12 34 AB ')).toBe('1234ab')
})
