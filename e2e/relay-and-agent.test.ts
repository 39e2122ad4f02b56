// Relay and agent together, over loopback and real TLS, under a control plane that signs real tickets.

import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createTempDir, eventually, freePort, freePortRange, startControlPlane, startEcho } from '@farport/testkit'
import { parseId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { startAgent } from '../apps/agent/src/agent.ts'
import {
  dial,
  silentLog,
  startAgentProgram,
  startDataPlane,
  startDevice,
  startRelayProgram,
} from './support/data-plane.ts'

/** A disconnect, and whatever else takes rights away, is felt within this. */
const felt = { timeoutMs: 2000 }

/** An echo service on a device, behind a proxy port. */
async function startWorld(...[limits]: Parameters<typeof startDataPlane>) {
  await using stack = new AsyncDisposableStack()
  const echo = stack.use(await startEcho())
  const world = stack.use(await startDataPlane(limits))
  const device = await world.addDevice()
  const service = world.plane.addService(device.planned, { port: echo.port })
  const owned = stack.move()
  return { ...world, echo, device, service, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

describe('a proxy port', () => {
  it('carries bytes to a service of the device, and back, and counts them', async () => {
    await using world = await startWorld()
    const proxy = await world.plane.openProxy(world.device.planned, world.service)
    using client = dial(proxy.port)
    client.say('hello through the relay')
    await client.hears('hello through the relay')
    const { connectionId } = proxy.claims
    await eventually(() => world.plane.usage.get(connectionId)?.rxBytes === 23, { what: 'usage is told' })
    expect(world.plane.usage.get(connectionId)).toMatchObject({ txBytes: 23, streams: 1, source: '127.0.0.1' })
  })

  it('leads to the agent that the ticket names, and to no other in its place', async () => {
    await using world = await startWorld()
    const { planned } = world.device
    const mine = await world.plane.openProxy(planned, world.service, { agentKey: planned.key })
    using client = dial(mine.port)
    client.say('to my own')
    await client.hears('to my own')
    const theirs = await world.plane.openProxy(planned, world.service, { agentKey: 'A'.repeat(43) })
    using refused = dial(theirs.port)
    await eventually(() => refused.over, { what: 'it is refused' })
    expect(refused.received).toHaveLength(0)
  })

  it('carries many streams at once, in one session, with every byte in its place', async () => {
    await using world = await startWorld()
    const proxy = await world.plane.openProxy(world.device.planned, world.service)
    const digests = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const sent = randomBytes(1_000_000)
        using client = dial(proxy.port)
        client.socket.end(sent)
        await eventually(() => client.over, { what: 'all came back' })
        const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
        return [digest(client.received), digest(sent)] as const
      }),
    )
    for (const [received, sent] of digests) expect(received).toBe(sent)
    expect(world.relay.load().sessions).toBe(1)
    await eventually(() => world.relay.load().streams === 0, { what: 'all streams are over' })
  })

  it('keeps the first address that came, and refuses a second one at once', async () => {
    await using world = await startWorld()
    const proxy = await world.plane.openProxy(world.device.planned, world.service)
    using first = dial(proxy.port, '127.0.0.1')
    first.say('first')
    await first.hears('first')
    using second = dial(proxy.port, '127.0.0.2')
    await eventually(() => second.over, felt)
    expect(second.received).toHaveLength(0)
    first.say('still here')
    await first.hears('still here')
    expect(world.echo.sockets.size).toBe(1)
  })

  it('admits only the ranges that the ticket names', async () => {
    await using world = await startWorld()
    const allowed = { rule: 'ranges' as const, ranges: ['127.0.0.2/31'] }
    const proxy = await world.plane.openProxy(world.device.planned, world.service, { allowed })
    using stranger = dial(proxy.port, '127.0.0.1')
    await eventually(() => stranger.over, felt)
    using guest = dial(proxy.port, '127.0.0.3')
    guest.say('guest')
    await guest.hears('guest')
    expect(stranger.received).toHaveLength(0)
  })

  it('is cut by a disconnect, at both ends', async () => {
    await using world = await startWorld()
    const proxy = await world.plane.openProxy(world.device.planned, world.service)
    using client = dial(proxy.port)
    client.say('hello')
    await client.hears('hello')
    world.plane.closeProxy(proxy)
    await eventually(() => client.over && world.echo.sockets.size === 0 && proxy.closed, felt)
    expect(proxy.closed).toMatchObject({ end: 'disconnected', usage: { txBytes: 5, rxBytes: 5, streams: 0 } })
    using late = dial(proxy.port)
    await eventually(() => late.over === 'cut', felt)
  })

  it('ends when it has been idle, and not while it is used', async () => {
    await using world = await startWorld()
    const proxy = await world.plane.openProxy(world.device.planned, world.service, { idleTimeoutMs: 400 })
    const client = dial(proxy.port)
    client.say('hello')
    await client.hears('hello')
    const closedAfterMs = performance.now()
    client[Symbol.dispose]()
    await eventually(() => proxy.closed, { what: 'it is closed' })
    expect(performance.now() - closedAfterMs).toBeGreaterThanOrEqual(390)
    expect(proxy.closed?.end).toBe('idle')
  })

  it('ends with its whole life, streams or not', async () => {
    await using world = await startWorld()
    const proxy = await world.plane.openProxy(world.device.planned, world.service, { expiresAt: Date.now() + 1200 })
    using client = dial(proxy.port)
    client.say('hello')
    await client.hears('hello')
    await eventually(() => client.over && proxy.closed, { what: 'it has expired' })
    expect(proxy.closed?.end).toBe('expired')
  })
})

describe('an agent', () => {
  it('refuses what its services do not list, whatever the ticket says', async () => {
    await using world = await startWorld()
    const unlisted = parseId('s', 's-0000000000000001')
    if (unlisted === undefined) throw new Error('that is an id')
    const proxy = await world.plane.openProxy(world.device.planned, { id: unlisted })
    using client = dial(proxy.port)
    await eventually(() => client.over && proxy.closed, felt)
    expect(proxy.closed?.end).toBe('refused')
    expect(world.echo.sockets.size).toBe(0)
  })

  it('asks its server before it refuses a service that may be newer than its list', async () => {
    await using world = await startWorld()
    const added = { ...world.service, id: parseId('s', 's-0000000000000002') ?? world.service.id }
    // Without a nudge: only the ticket tells of it.
    world.device.planned.services = [...world.device.planned.services, added]
    const proxy = await world.plane.openProxy(world.device.planned, added)
    using client = dial(proxy.port)
    client.say('new')
    await client.hears('new')
    expect(proxy.closed).toBeUndefined()
  })

  it('cuts the streams of a service that was removed, and only those', async () => {
    await using world = await startWorld()
    const { plane, device, service, echo } = world
    const other = plane.addService(device.planned, { port: echo.port, host: 'localhost' })
    using removed = dial((await plane.openProxy(device.planned, service)).port)
    using kept = dial((await plane.openProxy(device.planned, other)).port)
    for (const client of [removed, kept]) {
      client.say('hello')
      await client.hears('hello')
    }
    plane.changeServices(device.planned, [other])
    await eventually(() => removed.over, felt)
    kept.say('still here')
    await kept.hears('still here')
    expect(echo.sockets.size).toBe(1)
  })

  it('closes a stream at once when nothing listens, and connects when something does', async () => {
    await using world = await startWorld()
    const port = await freePort('127.0.0.1')
    const service = world.plane.addService(world.device.planned, { port })
    const proxy = await world.plane.openProxy(world.device.planned, service)
    using client = dial(proxy.port)
    await eventually(() => client.over, felt)
    expect(proxy.closed).toBeUndefined()
    world.plane.changeServices(world.device.planned, [{ ...service, port: world.echo.port }])
    await eventually(async () => {
      using again = dial(proxy.port)
      again.say('now')
      await again.hears('now')
      return true
    })
  })

  it('whose device was deleted leaves its relay, cuts its streams, and says so', async () => {
    await using world = await startWorld()
    const { plane, device } = world
    const proxy = await plane.openProxy(device.planned, world.service)
    using client = dial(proxy.port)
    client.say('hello')
    await client.hears('hello')
    device.planned.isDeleted = true
    plane.changeServices(device.planned, [])
    await eventually(() => client.over, felt)
    await eventually(() => world.relay.load().agents === 0, { what: 'it has left' })
    expect(device.agent.status.state).toBe('not-enrolled')
  })

  it('that is started while the server is away works with what it knew', async () => {
    await using world = await startWorld()
    const { plane, device } = world
    const proxy = await plane.openProxy(device.planned, world.service)
    await device.agent[Symbol.asyncDispose]()
    await plane.goAway()
    const enrolment = await device.state.enrolment()
    if (enrolment === undefined) throw new Error('it is registered')
    await using _ = await startAgent(device.state, enrolment, { log: silentLog, version: 'test' })
    await eventually(() => world.relay.load().agents === 1, { what: 'it is back' })
    using client = dial(proxy.port)
    client.say('hello')
    await client.hears('hello')
    await plane.comeBack()
    await eventually(() => plane.isOnline(device.planned), { what: 'the server knows' })
    expect(proxy.closed).toBeUndefined()
  })
})

describe('a session', () => {
  it('is closed when it was idle for its time, and made anew for the next stream', async () => {
    await using world = await startWorld({ sessionIdleMs: 400 })
    const proxy = await world.plane.openProxy(world.device.planned, world.service)
    for (const text of ['once', 'again']) {
      using client = dial(proxy.port)
      client.say(text)
      await client.hears(text)
      expect(world.relay.load().sessions).toBe(1)
      client.socket.end()
      await eventually(() => world.relay.load().sessions === 0, { what: 'the session is closed' })
    }
  })

  it('is not closed while a stream is open, however quiet', async () => {
    await using world = await startWorld({ sessionIdleMs: 200, usageBatchMs: 100 })
    const proxy = await world.plane.openProxy(world.device.planned, world.service)
    using client = dial(proxy.port)
    client.say('quiet')
    await client.hears('quiet')
    const quietUntilMs = performance.now() + 800
    await eventually(() => performance.now() > quietUntilMs)
    expect(world.relay.load().sessions).toBe(1)
    client.say('still here')
    await client.hears('still here')
  })
})

describe('while the server is away', () => {
  it('streams go on, new ones begin, and an end is told when it is back', async () => {
    await using world = await startWorld()
    const { plane, device, service } = world
    const lasting = await plane.openProxy(device.planned, service)
    const ending = await plane.openProxy(device.planned, service, { expiresAt: Date.now() + 1500 })
    using client = dial(lasting.port)
    client.say('before')
    await client.hears('before')
    await plane.goAway()
    client.say('during')
    await client.hears('during')
    using another = dial(lasting.port)
    another.say('new')
    await another.hears('new')
    await eventually(() => world.relay.load().proxies === 1, { what: 'one has expired' })
    expect(ending.closed).toBeUndefined()
    await plane.comeBack()
    await eventually(() => ending.closed, { what: 'its end is told' })
    expect(ending.closed?.end).toBe('expired')
    await eventually(() => plane.usage.get(lasting.claims.connectionId)?.rxBytes === 15, { what: 'usage is told' })
  })
})

describe('when a program dies', { timeout: 60_000 }, () => {
  it('by kill -9 of the relay, the agent is back within 30 seconds, and the proxy at its old port', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = stack.use(await createTempDir('data-plane'))
    const plane = stack.use(await startControlPlane())
    const echo = stack.use(await startEcho())
    const settings = {
      stateDir: join(folder.path, 'relay'),
      port: await freePort(),
      proxyPorts: await freePortRange(20),
    }
    const relay = stack.use(await startRelayProgram(plane, settings))
    await eventually(() => plane.relays.size === 1, { what: 'the relay has joined' })
    const device = stack.use(await startDevice(plane, join(folder.path, 'device'), 'device'))
    const service = plane.addService(device.planned, { port: echo.port })
    const proxy = await plane.openProxy(device.planned, service)
    using client = dial(proxy.port)
    client.say('before')
    await client.hears('before')

    relay.signal('SIGKILL')
    await relay.exit
    await eventually(() => client.over && device.agent.status.state === 'offline', { what: 'all have noticed' })
    // Long enough for the agent's backoff to grow, as a machine that reboots takes.
    const downUntilMs = performance.now() + 4000
    await eventually(() => performance.now() > downUntilMs)

    const startedAtMs = performance.now()
    stack.use(await startRelayProgram(plane, settings))
    using again = dial(proxy.port)
    await eventually(() => device.agent.status.state === 'online', { timeoutMs: 30_000, what: 'the agent is back' })
    expect(performance.now() - startedAtMs).toBeLessThan(30_000)
    expect(plane.isOnline(device.planned) || (await eventually(() => plane.isOnline(device.planned)))).toBe(true)
    await eventually(
      async () => {
        using late = again.over ? dial(proxy.port) : again
        late.say('after')
        await late.hears('after')
        return true
      },
      { timeoutMs: 15_000, what: 'the proxy carries again' },
    )
  })

  it('by kill -9 of the agent, it is online again as soon as it is started again, and the proxy carries', async () => {
    await using world = await startWorld({ offlineGraceMs: 500 })
    const { plane, service } = world
    const planned = plane.planDevice('program')
    planned.services = [service]
    const settings = { stateDir: join(world.stateDir, 'program'), code: planned.code }
    const first = await startAgentProgram(plane, settings)
    await eventually(() => plane.isOnline(planned), { what: 'it is online' })
    const proxy = await plane.openProxy(planned, service)
    using client = dial(proxy.port)
    client.say('before')
    await client.hears('before')
    first.signal('SIGKILL')
    await eventually(() => client.over, felt)
    await eventually(() => !plane.isOnline(planned), { what: 'it is offline' })
    await using _ = await startAgentProgram(plane, settings)
    await eventually(() => plane.isOnline(planned), { what: 'it is online again' })
    using again = dial(proxy.port)
    again.say('after')
    await again.hears('after')
    expect(proxy.closed).toBeUndefined()
  })

  it('after an orderly stop of the relay the agent waits, and comes back to the next start', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = stack.use(await createTempDir('data-plane'))
    const plane = stack.use(await startControlPlane())
    const settings = {
      stateDir: join(folder.path, 'relay'),
      port: await freePort(),
      proxyPorts: await freePortRange(5),
    }
    const relay = stack.use(await startRelayProgram(plane, settings))
    await eventually(() => plane.relays.size === 1, { what: 'the relay has joined' })
    const device = stack.use(await startDevice(plane, join(folder.path, 'device'), 'device'))
    relay.signal('SIGTERM')
    expect(await relay.exit).toEqual({ code: 0, signal: null })
    await eventually(() => device.agent.status.state === 'offline', { what: 'it has left' })
    stack.use(await startRelayProgram(plane, settings))
    await eventually(() => device.agent.status.state === 'online', { timeoutMs: 30_000, what: 'it is back' })
  })
})
