import { randomBytes, randomUUID } from 'node:crypto'
import { parseConnectionId, type ConnectionId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { beginLinkVisit, endLinkVisit, endSilentVisits, takeUsage } from './index.ts'

let world: TestDomains
let owner: Actor
let relay: Awaited<ReturnType<TestDomains['relay']>>
let code: string
let id: ConnectionId

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.clock.nowMs = Date.now()
  owner = world.person()
  relay = await world.relay()
  const { service } = await world.device(owner, { online: relay.id })
  code = Array.from(randomBytes(16), (byte) => (byte % 8).toString()).join('')
  await world.database.queries
    .insertInto('connect_links')
    .values({
      account_id: owner.userId,
      service_id: service.id,
      code,
      enabled: true,
      created_at: new Date(),
      visits_from: new Date(),
    })
    .execute()
  id = parseConnectionId(randomUUID()) ?? expect.unreachable('a random UUID is an id')
})

const begin = (from = relay.id, of = code) =>
  beginLinkVisit(world.sessions, from, {
    type: 'link-visit',
    connectionId: id,
    code: of,
    source: '192.0.2.9',
    at: world.clock.nowMs,
  })
const usage = () => ({
  connectionId: id,
  accountId: owner.userId,
  txBytes: 5,
  rxBytes: 7,
  streams: 1,
  source: '192.0.2.9',
})
const end = () =>
  endLinkVisit(world.sessions, { type: 'proxy-closed', end: 'idle', at: world.clock.nowMs, usage: usage() })
const connects = async () =>
  (await world.eventsOf(owner)).filter(({ type }) => type === 'DEVICE_CONNECT').map(({ state }) => state)

describe('the use of a link', () => {
  it('is a session of nobody in particular, from its first byte to its end', async () => {
    await begin()
    expect(await takeUsage(world.sessions, relay.id, [usage()])).toEqual([])
    expect(await world.sessionsOf(owner)).toMatchObject([
      { id, userId: undefined, source: '192.0.2.9', txBytes: '5', rxBytes: '7', streams: 1 },
    ])
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({
      type: 'DEVICE_CONNECT',
      data: { manufacturer: 34_560, source: '192.0.2.9' },
    })
    await end()
    expect(await world.sessionsOf(owner)).toEqual([])
    expect(await connects()).toEqual(['connected', 'disconnected'])
  })

  it('is one session, however often the relay tells', async () => {
    await begin()
    await begin()
    await end()
    await end()
    expect(await connects()).toEqual(['connected', 'disconnected'])
  })

  it('is not believed of a relay that does not hold the device, nor of a link that is none', async () => {
    await begin((await world.relay()).id)
    await begin(relay.id, 'zzzzzzzzzzzzzzzz')
    expect(await world.sessionsOf(owner)).toEqual([])
    expect(await takeUsage(world.sessions, relay.id, [usage()])).toEqual([id])
  })

  it('ends when its relay tells of it no more', async () => {
    await begin()
    world.clock.nowMs += 299_000
    await endSilentVisits(world.sessions)
    expect(await world.sessionsOf(owner)).toHaveLength(1)
    world.clock.nowMs += 2000
    await endSilentVisits(world.sessions)
    expect(await connects()).toEqual(['connected', 'disconnected'])
  })
})
