// Every pair of networks finds the direct ways that there are, in time, and says of the others why not.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookForWays, startDirectEnd, startStun, type DirectEnd } from './direct-ends.ts'
import type { HomeKind } from './home-kinds.ts'
import { createNatLab, type NatLab } from './nat-lab.ts'

/** A way that can be found is found within this; with birthday probing within the other. */
const withinMs = 2000
const birthdayWithinMs = 3000

type Ways = 'tcp udp' | 'tcp' | 'udp' | 'udp by birthday' | 'none'

const both = 'tcp udp'
const birthday = 'udp by birthday'
const kinds = [
  'open',
  'full-cone',
  'restricted',
  'port-restricted',
  'double',
  'symmetric',
  'udp-blocked',
  'ipv6',
] as const

// Row and column: the networks of the two ends. Cones of every kind let TCP through when both ends connect at once.
const expected: Record<HomeKind, Partial<Record<HomeKind, Ways>>> = {
  open: {
    open: both,
    'full-cone': both,
    restricted: both,
    'port-restricted': both,
    double: both,
    symmetric: both,
    'udp-blocked': 'tcp',
    ipv6: 'none',
  },
  'full-cone': {
    'full-cone': both,
    restricted: both,
    'port-restricted': both,
    double: both,
    symmetric: 'udp',
    'udp-blocked': 'tcp',
    ipv6: 'none',
  },
  restricted: {
    restricted: both,
    'port-restricted': both,
    double: both,
    symmetric: 'udp',
    'udp-blocked': 'tcp',
    ipv6: 'none',
  },
  'port-restricted': {
    'port-restricted': both,
    double: both,
    symmetric: birthday,
    'udp-blocked': 'tcp',
    ipv6: 'none',
  },
  double: { double: both, symmetric: birthday, 'udp-blocked': 'tcp', ipv6: 'none' },
  symmetric: { symmetric: 'none', 'udp-blocked': 'none', ipv6: 'none' },
  'udp-blocked': { 'udp-blocked': 'tcp', ipv6: 'none' },
  ipv6: { ipv6: both },
}

const pairs = kinds.flatMap((near) =>
  kinds.flatMap((far) => {
    const ways = expected[near][far]
    return ways === undefined ? [] : [{ near, far, ways }]
  }),
)

const stack = new AsyncDisposableStack()
let lab: NatLab
/** Two homes of each kind, with one machine each. */
const ends = new Map<HomeKind, { near: DirectEnd; far: DirectEnd }>()

beforeAll(async () => {
  lab = stack.use(await createNatLab())
  stack.use(await startStun(lab))
  for (const kind of kinds) {
    const [near, far] = await Promise.all(
      (['near', 'far'] as const).map(async (side) => {
        const home = await lab.addHome(`${kind}-${side}`, kind)
        const [host] = home.hosts
        if (host === undefined) throw new Error('a home has a host')
        return stack.use(await startDirectEnd(host))
      }),
    )
    if (near !== undefined && far !== undefined) ends.set(kind, { near, far })
  }
})
afterAll(() => stack.disposeAsync())

const endsOf = (near: HomeKind, far: HomeKind): [DirectEnd, DirectEnd] => {
  const one = ends.get(near)?.near
  const other = ends.get(far)?.far
  if (one === undefined || other === undefined) throw new Error('every kind has two homes')
  return [one, other]
}

describe.concurrent('two ends', { timeout: 40_000 }, () => {
  it.each(pairs)('$near and $far: $ways', async ({ near, far, ways }) => {
    const [initiator, acceptor] = endsOf(near, far)
    const { found, failures } = await lookForWays(lab, initiator, acceptor)
    const wanted = ways === 'none' ? [] : ways.replace(' by birthday', '').split(' ')
    expect([...found.keys()].toSorted()).toEqual(wanted)
    const limitMs = ways === birthday ? birthdayWithinMs : withinMs
    for (const [kind, afterMs] of found) expect(afterMs, kind).toBeLessThan(limitMs)
    for (const kind of ['lan', 'tcp', 'udp'].filter((one) => !found.has(one)))
      expect(failures[kind]).toMatch(/^[A-Z].*\.$/)
  })
})
