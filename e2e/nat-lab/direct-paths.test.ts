// Every pair of networks finds the direct ways that there are, in time, and says of the others why not.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@farport/testkit'
import { beginSearch, lookForWays, startDirectEnd, startStun, type DirectEnd } from './direct-ends.ts'
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
const expected: Record<(typeof kinds)[number], Partial<Record<HomeKind, Ways>>> = {
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

// Whoever of the two begins.
const pairs = kinds.flatMap((near) =>
  kinds.flatMap((far) => {
    const ways = expected[near][far] ?? expected[far][near]
    return ways === undefined ? [] : [{ near, far, ways }]
  }),
)

const stack = new AsyncDisposableStack()
let lab: NatLab

beforeAll(async () => {
  lab = stack.use(await createNatLab())
  stack.use(await startStun(lab))
})
afterAll(() => stack.disposeAsync())

/** Two homes of each kind, with one machine each, built when they are first asked for. */
const homes = new Map<string, Promise<DirectEnd>>()

function endOf(kind: HomeKind, side: 'near' | 'far'): Promise<DirectEnd> {
  const name = `${kind}-${side}`
  const known = homes.get(name) ?? startOnlyEnd(name, kind)
  homes.set(name, known)
  return known
}

async function startOnlyEnd(name: string, kind: HomeKind): Promise<DirectEnd> {
  const home = await lab.addHome(name, kind)
  const [host] = home.hosts
  if (host === undefined) throw new Error('a home has a host')
  return stack.use(await startDirectEnd(host))
}

describe.concurrent('two ends', { timeout: 40_000 }, () => {
  it.each(pairs)('$near and $far: $ways', async ({ near, far, ways }) => {
    const [initiator, acceptor] = await Promise.all([endOf(near, 'near'), endOf(far, 'far')])
    const { found, failures } = await lookForWays(lab, initiator, acceptor)
    const wanted = ways === 'none' ? [] : ways.replace(' by birthday', '').split(' ')
    expect([...found.keys()].toSorted()).toEqual(wanted)
    expect(tooLate(found, ways === birthday ? birthdayWithinMs : withinMs)).toEqual([])
    for (const kind of ['lan', 'tcp', 'udp'].filter((one) => !found.has(one)))
      expect(failures[kind]).toMatch(/^[A-Z].*\.$/)
  })
})

it('two machines of one network meet inside it', async () => {
  await using home = await startHome('one-network', 'symmetric', { hosts: 2 })
  const [one, other] = home.ends
  if (one === undefined || other === undefined) throw new Error('the home has two machines')
  const { found } = await lookForWays(lab, one, other)
  expect([...found.keys()].toSorted()).toEqual(['lan', 'udp'])
  expect(tooLate(found, withinMs)).toEqual([])
})

it.each([{ portMapper: 'pcp' }, { portMapper: 'upnp' }] as const)(
  'a router that opens ports ($portMapper) makes a hard network easy, and gets them back',
  async ({ portMapper }) => {
    await using home = await startHome(`maps-${portMapper}`, 'symmetric', { portMapper })
    const [one] = home.ends
    const other = await endOf('symmetric', 'far')
    if (one === undefined) throw new Error('a home has a host')
    const { found } = await lookForWays(lab, one, other, { portMapping: true })
    expect([...found.keys()].toSorted()).toEqual(['tcp', 'udp'])
    const [router] = home.home.routers
    expect(await router?.run('nft list chain inet ports opened_before')).not.toContain('dnat')
  },
)

it.each([
  { near: 'port-restricted', far: 'port-restricted' },
  { near: 'symmetric', far: 'port-restricted' },
  { near: 'symmetric', far: 'symmetric' },
] as const)('$near and $far leave no socket and no timer behind', async ({ near, far }) => {
  const [initiator, acceptor] = await Promise.all([endOf(near, 'near'), endOf(far, 'far')])
  expect((await lookForWays(lab, initiator, acceptor)).left).toEqual([])
})

it('ways that are cut are noticed at both ends, and found again when either asks', async () => {
  await using home = await startHome('cut', 'port-restricted')
  const [one] = home.ends
  const [router] = home.home.routers
  const other = await endOf('port-restricted', 'far')
  if (one === undefined || router === undefined) throw new Error('a home has a host and a router')
  const search = beginSearch(lab, one, other)
  await search.decided()
  expect([...search.found().keys()].toSorted()).toEqual(['tcp', 'udp'])
  await router.run(`nft 'add table ip cut'
    nft 'add chain ip cut everything { type filter hook forward priority -5; policy drop; }'`)
  const { lost } = search
  await eventually(() => lost.initiator.has('udp') && lost.acceptor.has('udp'), {
    timeoutMs: 15_000,
    what: 'it is felt',
  })
  await router.run('nft delete table ip cut')
  for (const by of ['acceptor', 'initiator'] as const) {
    search.again(by)
    await eventually(() => search.found().size === 2, { timeoutMs: 10_000, what: `both are found again for the ${by}` })
  }
  expect(await search.stop()).toEqual([])
})

const tooLate = (found: ReadonlyMap<string, number>, limitMs: number): [string, number][] =>
  [...found].filter(([, afterMs]) => afterMs >= limitMs)

async function startHome(...asked: Parameters<NatLab['addHome']>) {
  await using own = new AsyncDisposableStack()
  const home = await lab.addHome(...asked)
  const started = await Promise.all(home.hosts.map(async (host) => own.use(await startDirectEnd(host))))
  const owned = own.move()
  return { home, ends: started, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
