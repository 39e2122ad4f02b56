import { generatePrivateKey, publicKeyText, type PathReport } from '@farport/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { connectPeer, endPeer, type PeerConnection } from '#domains/connections'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { forgetSessions, takePathReports } from './index.ts'
import { pathPointsMax, type PathPoint } from './path-history.ts'
import { findHistories } from './path-store.ts'

let world: TestDomains
let owner: Actor
let peer: PeerConnection
beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = world.person()
  peer = await newPeer(owner)
})

async function newPeer(actor: Actor): Promise<PeerConnection> {
  const relay = await world.relay()
  const { service } = await world.device(actor, { hostname: `pi-${relay.id}`, online: relay.id })
  const opened = await connectPeer(world.connections, actor, {
    serviceId: service.id,
    key: publicKeyText(generatePrivateKey()),
    route: undefined,
    accessKey: 'KEY',
    sessionId: undefined,
    opener: {},
  })
  if (!opened.ok) throw new Error(opened.refusal.message)
  return opened.value.peer
}

const reportOf = ({ id }: PeerConnection, change: Partial<PathReport> = {}): PathReport => ({
  connectionId: id,
  path: 'relay',
  txBytes: 0,
  rxBytes: 0,
  streams: 0,
  at: world.clock.nowMs,
  ...change,
})
const report = (initiatorKey: string, ...reports: PathReport[]) =>
  takePathReports(world.sessions, { initiatorKey, source: '192.0.2.1', reports })
const historyOf = async (one: PeerConnection): Promise<readonly PathPoint[]> =>
  (await findHistories(world.database.queries, [one])).get(one.id) ?? []

describe('what an initiator reports', () => {
  it('stands with the session as it was told last, and over time in few points', async () => {
    for (let minute = 0; minute < 200; minute += 1) {
      await report(peer.initiatorKey, reportOf(peer, { txBytes: minute, path: minute < 100 ? 'relay' : 'lan' }))
      world.clock.nowMs += 60_000
    }
    const points = await historyOf(peer)
    expect(points.length).toBeGreaterThan(20)
    expect(points.length).toBeLessThanOrEqual(pathPointsMax)
    expect(points[0]).toMatchObject({ path: 'relay', txBytes: '0' })
    expect(points.find(({ path }) => path === 'lan')).toMatchObject({ txBytes: '100' })
    expect(await world.sessionsOf(owner)).toMatchObject([
      { txBytes: '199', source: '192.0.2.1', path: { kind: 'lan', reason: undefined } },
    ])
  })

  it('of several connections is taken together, but for what is another’s', async () => {
    const other = await newPeer(owner)
    const ended = await report(peer.initiatorKey, reportOf(peer, { txBytes: 1 }), reportOf(other, { txBytes: 2 }))
    expect(ended).toEqual([other.id])
    expect([(await historyOf(peer)).length, (await historyOf(other)).length]).toEqual([1, 0])
  })

  it('twice of one connection counts as it was told last', async () => {
    await report(peer.initiatorKey, reportOf(peer, { txBytes: 1 }), reportOf(peer, { txBytes: 2, path: 'udp' }))
    expect(await historyOf(peer)).toMatchObject([{ path: 'udp', txBytes: '2' }])
  })

  it('at the same moment, many times, is taken in once each', async () => {
    const told = Array.from({ length: 8 }, (_, index) => report(peer.initiatorKey, reportOf(peer, { txBytes: index })))
    expect(await Promise.all(told)).toEqual(told.map(() => []))
    expect(await historyOf(peer)).toHaveLength(1)
  })

  it('is of no use once the connection is over, and forgotten with its session', async () => {
    await report(peer.initiatorKey, reportOf(peer, { txBytes: 5, roundTripMs: 7 }))
    await endPeer(world.connections, { connectionId: peer.id, initiatorKey: peer.initiatorKey })
    expect(await report(peer.initiatorKey, reportOf(peer, { txBytes: 500 }))).toEqual([peer.id])
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({ data: { txBytes: '5', avgRTT: 7 } })
    expect(await historyOf(peer)).toHaveLength(1)
    world.clock.nowMs += 31 * 86_400_000
    await forgetSessions(world.sessions)
    expect(await historyOf(peer)).toEqual([])
  })
})
