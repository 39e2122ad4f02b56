import { describe, expect, it } from 'vitest'
import { emailOfAccount, readSeedSettings, shareOfAccount, type SeedSettings } from './settings.ts'

const usual: SeedSettings = {
  devices: 1000,
  accounts: 1,
  email: 'fleet@example.org',
  password: undefined,
  seed: 'farport',
  more: false,
  dataDir: undefined,
}

describe('the words of the seeding', () => {
  it.each<[string, string[], Partial<SeedSettings>]>([
    ['nothing', [], {}],
    ['a count', ['--devices', '100000'], { devices: 100_000 }],
    ['several accounts', ['--devices', '10', '--accounts', '3'], { devices: 10, accounts: 3 }],
    ['an address', ['--email', ' Owner@Example.org '], { email: 'owner@example.org' }],
    ['more', ['--more', '--seed', 'two'], { more: true, seed: 'two' }],
    ['a folder', ['--data-dir', '/srv/farport'], { dataDir: '/srv/farport' }],
  ])('%s', (_, words, expected) => {
    expect(readSeedSettings(words)).toEqual({ ok: true, value: { ...usual, ...expected } })
  })

  it.each([
    ['no count', ['--devices', 'many'], /--devices is a number/],
    ['no device', ['--devices', '0'], /--devices is a number/],
    ['more accounts than devices', ['--devices', '2', '--accounts', '3'], /--accounts is a number/],
    ['no address', ['--email', 'me'], /--email is an e-mail address/],
    ['a password too short', ['--password', 'short'], /7 to 64/],
    ['a word that is none', ['--devics', '3'], /--devices <count>/],
    ['the question for help', ['--help'], /--devices <count>/],
  ])('are answered with a sentence for %s', (_, words, sentence) => {
    expect(readSeedSettings(words)).toMatchObject({ ok: false, refusal: expect.stringMatching(sentence) })
  })
})

it('devices are spread over the accounts until none is left', () => {
  const settings = { ...usual, devices: 10, accounts: 3 }
  expect([0, 1, 2].map((place) => shareOfAccount(settings, place))).toEqual([4, 3, 3])
  expect([0, 1].map((place) => emailOfAccount('a@b.c', place))).toEqual(['a@b.c', 'a-2@b.c'])
})
