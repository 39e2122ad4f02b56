import type { ConnectionId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { connect, takeProxyClosed, takeProxyOpened } from '#domains/connections'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { findSessions, forgetSessions, takeUsage } from './index.ts'
import { findHistories } from './path-store.ts'

let world: TestDomains
let owner: Actor
let relay: Awaited<ReturnType<TestDomains['relay']>>
let id: ConnectionId

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = world.person()
  relay = await world.relay()
  const { service } = await world.device(owner, { online: relay.id })
  const connecting = connect(world.connections, owner, { serviceId: service.id, hostIP: '0.0.0.0' })
  const order = await vi.waitFor(() => {
    const found = relay.orders.find((one) => one.type === 'open-proxy')
    if (found === undefined) throw new Error('no order came')
    return found
  })
  id = order.connectionId
  await takeProxyOpened(world.connections, relay.id, { connectionId: id, host: 'relay.example', port: 20_001 })
  await connecting
})

const report = (txBytes: number, rxBytes: number, streams = 0, roundTripMs?: number) =>
  takeUsage(world.sessions, relay.id, [
    { connectionId: id, accountId: owner.userId, txBytes, rxBytes, streams, source: '192.0.2.9', roundTripMs },
  ])
const close = (txBytes: number, rxBytes: number) =>
  takeProxyClosed(world.connections, relay.id, { connectionId: id, end: 'idle', usage: { txBytes, rxBytes } })

describe('a session', () => {
  it('sums its bytes over a relay that began to count anew', async () => {
    await report(100, 1000, 1)
    await report(150, 1500, 2)
    expect(await world.sessionsOf(owner)).toMatchObject([
      { txBytes: '150', rxBytes: '1500', streams: 2, source: '192.0.2.9' },
    ])
    await report(10, 2000, 1)
    expect(await world.sessionsOf(owner)).toMatchObject([{ txBytes: '160', rxBytes: '3500', streams: 1 }])
    await close(15, 2000)
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({ data: { txBytes: '165', rxBytes: '3500' } })
  })

  it('of a proxy port goes by relay, and what it carried when stands there', async () => {
    const histories = async () =>
      (await findHistories(world.database.queries, [{ accountId: owner.userId, id }])).get(id)
    await report(100, 0, 1)
    await report(200, 0, 1) // of the same moment
    world.clock.nowMs += 10_000
    await report(5100, 10, 2, 12.3456)
    const at = world.clock.nowMs
    expect(await histories()).toEqual([
      { at: at - 10_000, path: 'relay', txBytes: '100', rxBytes: '0', streams: 1 },
      { at, path: 'relay', txBytes: '5100', rxBytes: '10', streams: 2, roundTripMs: 12.346 },
    ])
    expect(await world.sessionsOf(owner)).toMatchObject([
      { path: { kind: 'relay', relay: relay.id, why: 'relay-only', roundTripMs: 12.346, loss: undefined } },
    ])
  })

  it('that has ended takes no more figures, and its port is named to be closed', async () => {
    await close(1, 2)
    expect(await report(20, 2000)).toEqual([id])
    expect(await findSessions(world.database.queries, [id])).toMatchObject([{ txBytes: '1', rxBytes: '2' }])
  })

  it('takes no figures under the name of another account', async () => {
    const accountId = world.person().userId
    expect(
      await takeUsage(world.sessions, relay.id, [{ connectionId: id, accountId, txBytes: 9, rxBytes: 9, streams: 9 }]),
    ).toEqual([id])
    expect(await world.sessionsOf(owner)).toMatchObject([{ txBytes: '0' }])
  })

  it('is seen by nobody else, and forgotten after a month', async () => {
    expect(await world.sessionsOf(world.person())).toEqual([])
    await close(1, 2)
    world.clock.nowMs += 29 * 86_400_000
    await forgetSessions(world.sessions)
    expect(await findSessions(world.database.queries, [id])).toHaveLength(1)
    world.clock.nowMs += 2 * 86_400_000
    await forgetSessions(world.sessions)
    expect(await findSessions(world.database.queries, [id])).toEqual([])
  })
})
