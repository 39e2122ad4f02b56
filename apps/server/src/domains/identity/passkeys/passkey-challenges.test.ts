import { Secret } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { createCodeHasher } from '#platform/one-time-codes'
import { createPasskeyChallenges, type ChallengeAim } from './passkey-challenges.ts'

const challenges = createPasskeyChallenges(createCodeHasher(new Secret(Buffer.alloc(32, 1))))
const others = createPasskeyChallenges(createCodeHasher(new Secret(Buffer.alloc(32, 2))))
const aim: ChallengeAim = { purpose: 'proof', owner: 's-1' }
const good = { nonce: Buffer.alloc(16, 7), expiresAtMs: 1_800_000_000_000 }
const made = challenges.make(aim, good)

describe('a challenge', () => {
  it('says until when it is good', () => {
    expect(challenges.endOf(made, aim)).toBe(good.expiresAtMs)
  })

  it.each<[string, ChallengeAim]>([
    ['another session', { purpose: 'proof', owner: 's-2' }],
    ['nobody', { purpose: 'proof', owner: undefined }],
    ['another purpose', { purpose: 'second-factor', owner: 's-1' }],
    ['signing in', { purpose: 'sign-in', owner: undefined }],
  ])('is worth nothing for %s', (_, other) => {
    expect(challenges.endOf(made, other)).toBeUndefined()
  })

  it.each(Array.from({ length: made.length }, (_, index) => index))('is not ours with byte %i changed', (index) => {
    const changed = Buffer.from(made)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(challenges.endOf(changed, aim)).toBeUndefined()
  })

  it.each([0, 24, 55, 57])('is not ours with %i bytes', (length) => {
    expect(challenges.endOf(Buffer.concat([made, Buffer.alloc(9)]).subarray(0, length), aim)).toBeUndefined()
  })

  it('of another installation is not ours', () => {
    expect(challenges.endOf(others.make(aim, good), aim)).toBeUndefined()
  })
})
