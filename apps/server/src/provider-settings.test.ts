import { generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (more: Record<string, string>) => readConfig({ FARPORT_SECRET: 'A'.repeat(43), ...more })
const providersWith = (more: Record<string, string>) => {
  const config = read(more)
  if (!config.ok) throw new Error(config.refusal)
  return config.value.providers
}
const keyOf = (curve: string) =>
  generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ type: 'pkcs8', format: 'pem' })

const google = { FARPORT_GOOGLE_CLIENT_ID: 'id', FARPORT_GOOGLE_CLIENT_SECRET: 'hunter2' }
const okta = { FARPORT_OKTA_CLIENT_ID: 'id', FARPORT_OKTA_CLIENT_SECRET: 'hunter2' }
const apple = {
  FARPORT_APPLE_CLIENT_ID: 'id',
  FARPORT_APPLE_TEAM_ID: 'team',
  FARPORT_APPLE_KEY_ID: 'key',
  FARPORT_APPLE_PRIVATE_KEY: keyOf('P-256'),
}

describe('the settings of providers', () => {
  it('are none unless they are given', () => {
    expect(providersWith({})).toEqual([])
  })

  it.each<[string, Record<string, string>, object]>([
    ['Google', google, { id: 'google', issuer: new URL('https://accounts.google.com') }],
    [
      'another place for Google',
      { ...google, FARPORT_GOOGLE_ISSUER: 'http://localhost:4002' },
      { issuer: new URL('http://localhost:4002') },
    ],
    ['Apple', apple, { id: 'apple', teamId: 'team', issuer: new URL('https://appleid.apple.com') }],
    [
      'a key of Apple’s in one line',
      { ...apple, FARPORT_APPLE_PRIVATE_KEY: apple.FARPORT_APPLE_PRIVATE_KEY.replaceAll('\n', '\\n') },
      { id: 'apple' },
    ],
    [
      'Amazon',
      { FARPORT_AMAZON_CLIENT_ID: 'id', FARPORT_AMAZON_CLIENT_SECRET: 'hunter2' },
      { id: 'amazon', issuer: new URL('https://www.amazon.com') },
    ],
    ['Okta', { ...okta, FARPORT_OKTA_ISSUER: 'https://example.okta.com' }, { id: 'okta' }],
  ])('know %s', (_, settings, expected) => {
    expect(providersWith(settings)).toMatchObject([expected])
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'half of Google',
      { FARPORT_GOOGLE_CLIENT_ID: 'id' },
      'FARPORT_GOOGLE_CLIENT_SECRET must be set beside FARPORT_GOOGLE_CLIENT_ID.',
    ],
    ['Okta without its place', okta, 'FARPORT_OKTA_ISSUER must be set beside'],
    ['a place that is none', { FARPORT_OKTA_ISSUER: 'example.okta.com' }, 'FARPORT_OKTA_ISSUER'],
    [
      'a key that is none',
      { ...apple, FARPORT_APPLE_PRIVATE_KEY: 'x' },
      'FARPORT_APPLE_PRIVATE_KEY must be the private key',
    ],
    ['a key of another curve', { ...apple, FARPORT_APPLE_PRIVATE_KEY: keyOf('P-384') }, 'of a P-256 key'],
  ])('are refused with %s', (_, settings, words) => {
    const config = read(settings)
    expect(config.ok ? '' : config.refusal).toContain(words)
  })

  it('print without their secrets', () => {
    const printed = inspect(providersWith({ ...google, ...apple }), { depth: 5 })
    expect(printed).not.toContain('hunter2')
    expect(printed).not.toContain('PRIVATE KEY')
  })
})
