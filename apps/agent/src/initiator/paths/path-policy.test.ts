import { describe, expect, it } from 'vitest'
import {
  busyAskMs,
  busyTickMs,
  decidePath,
  heldUntilMs,
  isSilent,
  isUnanswering,
  type CarrierFacts,
  type PathDeed,
  type PathFacts,
  type SpareFacts,
} from './path-policy.ts'

const now = 1_000_000
const relay: CarrierFacts = { kind: 'relay', roundTripMs: 40, heardAtMs: now - 10, askedAtMs: undefined }
const udp: CarrierFacts = { ...relay, kind: 'udp', roundTripMs: 20 }
const silentUdp: CarrierFacts = { ...udp, heardAtMs: now - 900, askedAtMs: now - 800 }
const good = (kind: SpareFacts['kind'], id: number, roundTripMs = 20): SpareFacts => ({
  id,
  kind,
  roundTripMs,
  answeredAtMs: now - 4000,
  answeredInRow: 2,
  missedInRow: 0,
})

const facts = (changes: Partial<PathFacts> = {}): PathFacts => ({
  nowMs: now,
  route: 'failover',
  wantsDatagrams: false,
  carrier: relay,
  spares: [],
  isMoving: false,
  isReaching: false,
  isLooking: true,
  falls: [],
  ...changes,
})

describe('the better path', () => {
  it.each<[string, Partial<PathFacts>, readonly PathDeed[]]>([
    ['a relay that carries needs nothing', {}, []],
    ['direct ways are looked for', { isLooking: false }, [{ deed: 'look' }]],
    ['not where only a relay is permitted', { isLooking: false, route: 'proxy' }, []],
    ['not while nothing carries their signals', { isLooking: false, carrier: undefined }, [{ deed: 'reach-relay' }]],
    ['a direct link that answers carries', { spares: [good('udp', 7)] }, [{ deed: 'move', to: 7 }]],
    ['not before it has answered twice', { spares: [{ ...good('udp', 7), answeredInRow: 1 }] }, []],
    ['not while the session is being moved', { spares: [good('udp', 7)], isMoving: true }, []],
    ['not when it is much slower', { spares: [good('udp', 7, 90)] }, []],
    ['a little slower is good enough', { spares: [good('udp', 7, 65)] }, [{ deed: 'move', to: 7 }]],
    ['the best of several', { spares: [good('udp', 7), good('lan', 8), good('tcp', 9)] }, [{ deed: 'move', to: 8 }]],
    ['TCP before UDP', { spares: [good('udp', 7), good('tcp', 9)] }, [{ deed: 'move', to: 9 }]],
    [
      'UDP before TCP where datagrams travel',
      { wantsDatagrams: true, spares: [good('udp', 7), good('tcp', 9)] },
      [{ deed: 'move', to: 7 }],
    ],
    ['none that has just fallen', { spares: [good('udp', 7)], falls: [{ kind: 'udp', atMs: now - 1000 }] }, []],
    [
      'one that fell a while ago',
      { spares: [good('udp', 7)], falls: [{ kind: 'udp', atMs: now - 3000 }] },
      [{ deed: 'move', to: 7 }],
    ],
    [
      'none that falls again and again',
      { spares: [good('udp', 7)], falls: [5, 4, 3].map((ago) => ({ kind: 'udp' as const, atMs: now - ago * 1000 })) },
      [],
    ],
    ['a relay is no better than a direct link', { carrier: udp, spares: [good('relay', 3)] }, []],
    ['one relay is no better than another', { spares: [good('relay', 3)] }, []],
  ])('%s', (_, changes, deeds) => {
    expect(decidePath(facts(changes))).toEqual(deeds)
  })
})

describe('a lost path', () => {
  it.each<[string, Partial<PathFacts>, readonly PathDeed[]]>([
    ['is left for the spare', { carrier: silentUdp, spares: [good('relay', 3)] }, [{ deed: 'move', to: 3 }]],
    [
      'is left even when the spare is slow',
      { carrier: silentUdp, spares: [good('relay', 3, 900)] },
      [{ deed: 'move', to: 3 }],
    ],
    [
      'is left for another kind rather than for the same again',
      { carrier: silentUdp, spares: [good('udp', 4), good('relay', 3)] },
      [{ deed: 'move', to: 3 }],
    ],
    [
      'is left for the best that has answered meanwhile',
      { carrier: silentUdp, spares: [good('relay', 3), { ...good('tcp', 4), answeredAtMs: now - 300 }] },
      [{ deed: 'move', to: 4 }],
    ],
    [
      'is left for a relay rather than for one that answered before',
      { carrier: silentUdp, spares: [good('relay', 3), { ...good('tcp', 4), answeredAtMs: now - 850 }] },
      [{ deed: 'move', to: 3 }],
    ],
    [
      'is left for a relay when nobody has',
      { carrier: silentUdp, spares: [good('tcp', 4), good('relay', 3)] },
      [{ deed: 'move', to: 3 }],
    ],
    ['with nothing to go to, a relay is reached', { carrier: silentUdp }, [{ deed: 'reach-relay' }]],
    ['which is done once at a time', { carrier: silentUdp, isReaching: true }, []],
    ['and what is silent is never closed for it', { carrier: { ...silentUdp, kind: 'relay' }, isReaching: true }, []],
    ['a closed one is replaced at once', { carrier: undefined, spares: [good('relay', 3)] }, [{ deed: 'move', to: 3 }]],
    [
      'even by one that fell',
      { carrier: undefined, spares: [good('udp', 4)], falls: [{ kind: 'udp', atMs: now }] },
      [{ deed: 'move', to: 4 }],
    ],
    [
      'an unproven link is better than none',
      { carrier: undefined, spares: [{ ...good('tcp', 4), answeredInRow: 0 }] },
      [{ deed: 'move', to: 4 }],
    ],
    [
      'not one that misses its probes',
      { carrier: undefined, spares: [{ ...good('tcp', 4), missedInRow: 1 }] },
      [{ deed: 'reach-relay' }],
    ],
    [
      'where no relay may carry, another direct link',
      { route: 'p2p', carrier: silentUdp, spares: [good('relay', 3), good('tcp', 4)] },
      [{ deed: 'move', to: 4 }],
    ],
    [
      'where no relay may carry and nothing else is there, the session ends',
      { route: 'p2p', carrier: silentUdp, spares: [good('relay', 3)] },
      [{ deed: 'end' }],
    ],
    [
      'the signals of one that seeks may change their relay',
      { route: 'p2p', carrier: undefined },
      [{ deed: 'reach-relay' }],
    ],
  ])('%s', (_, changes, deeds) => {
    expect(decidePath(facts(changes))).toEqual(deeds)
  })
})

describe('the spares', () => {
  it.each<[string, Partial<PathFacts>, readonly PathDeed[]]>([
    ['a direct link has a warm relay beside it', { carrier: udp }, [{ deed: 'reach-relay' }]],
    ['not where no relay may carry', { carrier: udp, route: 'p2p' }, []],
    [
      'one of a kind is enough',
      { carrier: udp, spares: [good('relay', 3), good('relay', 4)] },
      [{ deed: 'drop', link: 4 }],
    ],
    [
      'one that misses its probes is let go',
      { carrier: udp, spares: [good('relay', 3), { ...good('tcp', 4), answeredInRow: 0, missedInRow: 2 }] },
      [{ deed: 'drop', link: 4 }],
    ],
    ['one that is not permitted is let go', { route: 'proxy', spares: [good('lan', 4)] }, [{ deed: 'drop', link: 4 }]],
  ])('%s', (_, changes, deeds) => {
    expect(decidePath(facts(changes))).toEqual(deeds)
  })
})

describe('silence', () => {
  it.each<[string, CarrierFacts, boolean]>([
    ['begins with a question', { ...udp, heardAtMs: now - 60_000 }, false],
    ['is not a moment', { ...udp, heardAtMs: now - 9000, askedAtMs: now - 400 }, false],
    ['is half a second without an answer', { ...udp, heardAtMs: now - 9000, askedAtMs: now - 500 }, true],
    [
      'ends with any byte, whatever becomes of the question',
      { ...udp, heardAtMs: now - 100, askedAtMs: now - 5000 },
      false,
    ],
    ['is longer on a long way', { ...udp, roundTripMs: 300, heardAtMs: now - 9000, askedAtMs: now - 1000 }, false],
    ['but not for ever', { ...udp, roundTripMs: 9000, heardAtMs: now - 9000, askedAtMs: now - 2000 }, true],
  ])('%s', (_, carrier, silent) => {
    expect(isSilent(carrier, now)).toBe(silent)
  })
})

describe('an end that does not answer', () => {
  it.each<[string, CarrierFacts, boolean]>([
    ['has been asked', { ...udp, heardAtMs: now - 60_000 }, false],
    ['is not one whose session just moves', silentUdp, false],
    ['has said nothing for three seconds', { ...udp, heardAtMs: now - 9000, askedAtMs: now - 3000 }, true],
    ['however long the way', { ...udp, roundTripMs: 9000, heardAtMs: now - 9000, askedAtMs: now - 3000 }, true],
    ['is none that says anything', { ...udp, heardAtMs: now - 100, askedAtMs: now - 9000 }, false],
  ])('%s', (_, carrier, expected) => {
    expect(isUnanswering(carrier, now)).toBe(expected)
  })
})

describe('a path that falls', () => {
  it.each([
    ['is held back for two seconds', [0], 2000],
    ['is held back longer each time', [0, 0, 0], 8000],
    ['is held back for a minute at most', Array.from({ length: 16 }, () => 0), 60_000],
    ['is forgiven after a minute', [60_000], -now],
  ])('%s', (_, ages, heldMs) => {
    const falls = ages.map((age) => ({ kind: 'udp' as const, atMs: now - age }))
    expect(heldUntilMs('udp', falls, now) - now).toBe(heldMs)
    expect(heldUntilMs('tcp', falls, now)).toBe(0)
  })
})

describe('a stall', () => {
  /** From the last byte over a link that has died to the first one over the next, both ends doing nothing else. */
  const stallMsOf = (roundTripMs: number): number => {
    const askedAtMs = now + busyAskMs + busyTickMs
    const heard = { ...udp, roundTripMs, heardAtMs: now, askedAtMs }
    const silentAtMs = Array.from({ length: 5000 }, (_, ms) => askedAtMs + ms).find((at) => isSilent(heard, at)) ?? NaN
    // The move is asked for and answered, and what was lost on the way comes again.
    return silentAtMs + busyTickMs + 2 * roundTripMs - now
  }

  it.each([
    [1, 1000],
    [40, 1100],
    [100, 1250],
    [200, 1750],
    [500, 3000],
  ])('over a line of %d ms there and back lasts at most %d ms', (roundTripMs, stallMsMax) => {
    expect(stallMsOf(roundTripMs)).toBeLessThanOrEqual(stallMsMax)
  })
})
