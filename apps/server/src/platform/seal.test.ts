import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal(new Secret(randomBytes(32)))
const secret = new Secret(randomBytes(32))
const sealed = seal.seal(secret, 'ann')

describe('a sealed secret', () => {
  it('is read again by whoever has the key', () => {
    expect(seal.open(sealed, 'ann')?.reveal()).toEqual(secret.reveal())
  })

  it('looks different every time, and never like itself', () => {
    expect(seal.seal(secret, 'ann')).not.toEqual(sealed)
    expect(sealed.includes(secret.reveal())).toBe(false)
  })

  it.each([
    ['of another owner', () => seal.open(sealed, 'bob')],
    ['under another key', () => createSeal(new Secret(randomBytes(32))).open(sealed, 'ann')],
    ['with another byte', () => seal.open(Buffer.concat([sealed.subarray(0, -1), Buffer.of(0, 0)]), 'ann')],
    ['cut short', () => seal.open(sealed.subarray(0, 20), 'ann')],
    ['of another version', () => seal.open(Buffer.concat([Buffer.of(2), sealed.subarray(1)]), 'ann')],
  ])('%s cannot be opened', (_, open) => {
    expect(open()).toBeUndefined()
  })
})
