import { expect, it } from 'vitest'
import { proofView, type ProofFacts } from './proof-view.ts'

const all: ProofFacts = { ways: ['PASSKEY', 'PASSWORD', 'CODE_BY_TEXT'], canUsePasskeys: true }

it.each([
  ['the handiest way comes first', {}, undefined, 'PASSKEY', ['PASSWORD', 'CODE_BY_TEXT'], false],
  ['another one is turned to', {}, 'PASSWORD', 'PASSWORD', ['PASSKEY', 'CODE_BY_TEXT'], false],
  ['only what the person has is turned to', {}, 'CODE_BY_APP', 'PASSKEY', ['PASSWORD', 'CODE_BY_TEXT'], false],
  ['no passkey where none can be used', { canUsePasskeys: false }, undefined, 'PASSWORD', ['CODE_BY_TEXT'], false],
  ['without a password there is the sign-in', { ways: ['CODE_BY_TEXT'] }, undefined, 'CODE_BY_TEXT', [], true],
  ['with nothing there is only that', { ways: ['PASSKEY'], canUsePasskeys: false }, undefined, undefined, [], true],
] as const)('%s', (_, change, chosen, way, others, canSignInInstead) => {
  expect(proofView({ ...all, ...change }, chosen)).toEqual({ way, others, canSignInInstead })
})
