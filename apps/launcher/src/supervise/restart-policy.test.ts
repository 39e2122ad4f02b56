import { describe, expect, it } from 'vitest'
import { decideRestart, type Death } from './restart-policy.ts'

const death: Death = { livedMs: 1000, quickDeathsBefore: 0, hasServed: true, hasExplained: false, random: 0.999 }

describe('a program that died', () => {
  it.each<[string, Partial<Death>, unknown]>([
    ['is started again at once, nearly', {}, { kind: 'restart', delayMs: 200, quickDeaths: 1 }],
    ['waits shaken', { random: 0 }, { kind: 'restart', delayMs: 100, quickDeaths: 1 }],
    ['waits longer each time', { quickDeathsBefore: 3 }, { kind: 'restart', delayMs: 1599, quickDeaths: 4 }],
    [
      'never waits longer than the limit',
      { quickDeathsBefore: 18 },
      { kind: 'restart', delayMs: 14_993, quickDeaths: 19 },
    ],
    ['is given up after many quick deaths', { quickDeathsBefore: 19 }, { kind: 'give-up', quickDeaths: 20 }],
    [
      'is given up soon when it never served',
      { quickDeathsBefore: 2, hasServed: false },
      { kind: 'give-up', quickDeaths: 3 },
    ],
    [
      'is given up when it said why it cannot begin',
      { hasServed: false, hasExplained: true },
      { kind: 'give-up', quickDeaths: 1 },
    ],
    [
      'is started again when it served before it said why',
      { hasExplained: true },
      { kind: 'restart', delayMs: 200, quickDeaths: 1 },
    ],
    [
      'is forgiven by a long life',
      { quickDeathsBefore: 19, livedMs: 10_000 },
      { kind: 'restart', delayMs: 200, quickDeaths: 0 },
    ],
  ])('%s', (_, change, decision) => {
    expect(decideRestart({ ...death, ...change })).toEqual(decision)
  })
})
