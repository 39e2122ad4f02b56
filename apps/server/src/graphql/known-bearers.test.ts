import { describe, expect, it } from 'vitest'
import { createKnownBearers } from './known-bearers.ts'

describe('a known bearer', () => {
  it('is known by their credentials alone', () => {
    const bearers = createKnownBearers<string>()
    bearers.remember('Bearer one', 'Mia')
    bearers.remember(undefined, 'nobody')
    expect([bearers.of('Bearer one'), bearers.of('Bearer two'), bearers.of(undefined)]).toEqual([
      'Mia',
      undefined,
      undefined,
    ])
  })

  it('is forgotten when many others have come', () => {
    const bearers = createKnownBearers<number>()
    for (let person = 0; person <= 10_000; person += 1) bearers.remember(`Bearer ${person}`, person)
    expect([bearers.of('Bearer 0'), bearers.of('Bearer 1'), bearers.of('Bearer 10000')]).toEqual([undefined, 1, 10_000])
  })
})
