import { describe, expect, it } from 'vitest'
import { changedPlace, fullness, networkRefusalMessage, parseNetworkName, usualPlace } from './network.ts'

describe('the name of a network', () => {
  it.each([
    ['of two characters', 'ab', 'ab'],
    ['with space around it', '  Lab 1 ', 'Lab 1'],
    ['of a hundred characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['in another script', '東京', '東京'],
    ['with markup, which is text', '<b>x</b>', '<b>x</b>'],
  ])('%s', (_, text, name) => {
    expect(parseNetworkName(text)).toEqual({ ok: true, value: name })
  })

  it.each([
    ['nothing', ' ', 'Cannot be empty'],
    ['one character', 'a', 'A network name has at least 2 characters'],
    ['one character of two halves', '🏠', 'A network name has at least 2 characters'],
    ['a hundred and one', 'x'.repeat(101), 'Cannot exceed 100 characters'],
    ['a NUL', 'a\u0000b', 'Cannot contain control characters'],
    ['an escape sequence', 'ab\u001B[31m', 'Cannot contain control characters'],
    ['half a character', 'ab\uD800', 'Cannot contain control characters'],
  ])('is not %s', (_, text, message) => {
    const name = parseNetworkName(text)
    expect(name.ok ? undefined : networkRefusalMessage(name.refusal)).toBe(message)
  })
})

describe('the place of a service in a network', () => {
  const old = { name: 'web', port: 8080 }

  it.each([
    ['is the usual one', usualPlace, {}, usualPlace],
    ['stays as it is', old, {}, old],
    ['gets a name', usualPlace, { name: ' web ' }, { name: 'web', port: undefined }],
    ['loses its name', old, { name: null }, { name: undefined, port: 8080 }],
    ['loses its name to an empty one', old, { name: ' ' }, { name: undefined, port: 8080 }],
    ['gets a port', old, { port: 9090 }, { name: 'web', port: 9090 }],
    ['gets the last port for one beyond it', old, { port: 70_000 }, { name: 'web', port: 65_535 }],
    ['gets any port', old, { port: 0 }, { name: 'web', port: undefined }],
    ['gets any port for one below', old, { port: -1 }, { name: 'web', port: undefined }],
    ['loses its port', old, { port: null }, { name: 'web', port: undefined }],
  ])('%s', (_, before, wish, value) => {
    expect(changedPlace(before, wish)).toEqual({ ok: true, value })
  })

  it.each([
    ['too-long', 'x'.repeat(101)],
    ['not-text', 'a\u0000'],
  ])('has no name that is %s', (refusal, name) => {
    expect(changedPlace(old, { name })).toEqual({ ok: false, refusal })
  })
})

it.each([
  [999, 49_999, undefined],
  [1000, 1000, 'network-full'],
  [0, 50_000, 'account-full'],
])('with %d services in the network and %d in the account, it is %s', (inNetwork, inAccount, expected) => {
  expect(fullness({ inNetwork, inAccount })).toBe(expected)
})
