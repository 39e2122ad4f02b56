import { createHmac } from 'node:crypto'
import { Secret } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { readCookie, verifySessionToken } from './signed-tokens.ts'

const secret = new Secret('the secret')
const signature = (token: string, by = 'the secret') => createHmac('sha256', by).update(token).digest('base64')

describe('a session token', () => {
  it('is believed with its signature', () => {
    expect(verifySessionToken(`abc.${signature('abc')}`, secret)).toBe('abc')
  })

  it.each([
    ['no signature', 'abc'],
    ['an empty signature', 'abc.'],
    ['the signature of another token', `abc.${signature('abd')}`],
    ['a signature by somebody else', `abc.${signature('abc', 'another secret')}`],
    ['a signature and nothing to it', `.${signature('')}`],
    ['endless length', `${'a'.repeat(1000)}.${signature('a'.repeat(1000))}`],
  ])('is refused with %s', (_, signed) => {
    expect(verifySessionToken(signed, secret)).toBeUndefined()
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
