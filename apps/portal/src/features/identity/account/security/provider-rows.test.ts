import { describe, expect, it } from 'vitest'
import { providerRows } from './provider-rows.ts'

const google = { id: 'l-1', provider: 'google', email: 'ann@example.com', created: '2026-11-20T00:00:00Z' } as const
const here = [
  { id: 'google', name: 'Google' },
  { id: 'okta', name: 'Okta of Example' },
] as const

describe('the providers that are shown', () => {
  it.each([
    ['none', [], [], []],
    ['those that can be added', [], [...here], ['Google +', 'Okta of Example +']],
    ['linked ones first', [{ ...google, provider: 'okta' as const }], [...here], ['Okta of Example', 'Google +']],
    ['a linked one that is not set up any more', [google], [], ['Google']],
  ])('%s', (_, links, providers, shown) => {
    expect(providerRows(links, providers).map(({ name, link }) => (link === undefined ? `${name} +` : name))).toEqual(
      shown,
    )
  })
})
