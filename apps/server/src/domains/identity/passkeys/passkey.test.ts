import { describe, expect, it } from 'vitest'
import { decideAddition, decideFactorRemoval, parsePasskeyName, relyingParty } from './passkey.ts'

describe('the host that passkeys are for', () => {
  it.each([
    ['https://farport.example', { id: 'farport.example', origin: 'https://farport.example' }],
    ['https://farport.example:8443/portal', { id: 'farport.example', origin: 'https://farport.example:8443' }],
    ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
    ['http://192.0.2.1:8080', undefined],
    ['http://[2001:db8::1]:8080', undefined],
  ])('of %s', (publicUrl, expected) => {
    expect(relyingParty(publicUrl)).toEqual(expected && { ...expected, name: 'Farport' })
  })
})

describe('passkeys of a person', () => {
  it.each([
    [0, true],
    [19, true],
    [20, false],
  ])('one more beside %i: %s', (count, isAllowed) => {
    expect(decideAddition(count).ok).toBe(isAllowed)
  })

  it.each([
    ['the last, which is a second factor', { count: 1, isSecondFactor: true }, false],
    ['the last, which is none', { count: 1, isSecondFactor: false }, true],
    ['one of two', { count: 2, isSecondFactor: true }, true],
  ])('may go, %s: %s', (_, facts, isAllowed) => {
    expect(decideFactorRemoval(facts).ok).toBe(isAllowed)
  })

  it.each([
    ['a name', ' Laptop ', 'Laptop'],
    ['nothing', ' ', 'Cannot be empty'],
    ['too much', 'x'.repeat(101), 'Cannot exceed 100 characters'],
    ['what is no text', 'a\u0000b', 'Cannot contain control characters'],
  ])('are called by %s', (_, text, expected) => {
    const name = parsePasskeyName(text)
    expect(name.ok ? name.value : name.refusal.message).toBe(expected)
  })
})
