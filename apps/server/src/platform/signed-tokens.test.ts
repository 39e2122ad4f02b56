import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { createTokenSigner, readCookie } from './signed-tokens.ts'

const key = new Secret(randomBytes(32))
const signer = createTokenSigner(key)
const token = signer.sign('a', ['one', 'two'])

describe('a signed token', () => {
  it('is believed with its signature, as what it was signed for', () => {
    expect(signer.open('a', token)).toEqual(['one', 'two'])
    expect(signer.open('b', token)).toBeUndefined()
  })

  it.each([
    ['no signature', 'a.one.two'],
    ['an empty signature', 'a.one.two.'],
    ['another part', token.replace('one', 'eno')],
    ['another kind', token.replace('a.', 'b.')],
    ['the border between parts elsewhere', token.replace('one.two', 'one-two')],
    ['a signature by somebody else', createTokenSigner(new Secret(randomBytes(32))).sign('a', ['one', 'two'])],
    ['a signature alone', token.slice(token.lastIndexOf('.'))],
    ['nothing', ''],
    ['endless length', signer.sign('a', ['a'.repeat(1000)])],
  ])('is refused with %s', (_, text) => {
    expect(signer.open('a', text)).toBeUndefined()
    expect(signer.open('b', text)).toBeUndefined()
  })
})

describe('a cookie', () => {
  it.each([
    ['alone', 'name=value', 'value'],
    ['among others', 'a=b; name=value; c=d', 'value'],
    ['percent-encoded', 'name=a%2Bb%3D', 'a+b='],
    ['badly encoded', 'name=%E0%A4', undefined],
    ['with another name that ends the same', 'surname=value', undefined],
    ['not there', '', undefined],
  ])('%s', (_, cookie, value) => {
    expect(readCookie({ cookie }, 'name')).toBe(value)
  })
})
