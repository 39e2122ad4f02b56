import { describe, expect, it } from 'vitest'
import { decideRemoval, type WaysIn } from './ways-in.ts'

const one: WaysIn = { hasPassword: false, passkeyIds: ['key'], providerLinkIds: [] }

describe('a way in', () => {
  it.each<[string, Partial<WaysIn>, string, boolean]>([
    ['stays when it is the only one', {}, 'key', false],
    ['stays when it is the only link', { passkeyIds: [], providerLinkIds: ['link'] }, 'link', false],
    ['goes when there is a password', { hasPassword: true }, 'key', true],
    ['goes when there is another of its kind', { passkeyIds: ['key', 'other'] }, 'key', true],
    ['goes when there is one of another kind', { providerLinkIds: ['link'] }, 'key', true],
    ['goes when it is none', {}, 'security key without a PIN', true],
  ])('%s', (_, change, id, isAllowed) => {
    expect(decideRemoval({ ...one, ...change }, id).ok).toBe(isAllowed)
  })
})
