import { Secret } from '@farport/basics'
import { expect, it } from 'vitest'
import { deriveSecret, deriveText } from './secrets.ts'

const secret = new Secret('A'.repeat(43))

it('each purpose has a secret of its own, the same in every process', () => {
  const texts = (['sessions', 'ticket-signing', 'relay-join'] as const).map((one) => deriveText(secret, one).reveal())
  expect(new Set(texts).size).toBe(3)
  expect(texts[0]).toBe(deriveText(secret, 'sessions').reveal())
  expect(deriveSecret(secret, 'sessions').reveal()).toHaveLength(32)
  expect(texts[0]).not.toBe(deriveText(new Secret('B'.repeat(43)), 'sessions').reveal())
})
