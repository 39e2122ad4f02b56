import { Secret } from '@farport/basics'
import { createTempDir, eventually } from '@farport/testkit'
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { startRelay } from './relay.ts'
import { enrolledDevice, enteredAgent, TestAgent } from './test-agent.ts'
import { startWorld } from './test-world.ts'

// A busy machine shakes hands slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('presence', () => {
  test('a device is online once it has entered, and offline when it has been away for the grace', async () => {
    await using world = await startWorld({ offlineGraceMs: 300 })
    const agent = await enteredAgent(world.relay, world.plane)
    await eventually(() => world.plane.isOnline(agent.device.planned), { what: 'it is online' })
    expect(world.plane.presence.get(agent.device.planned.deviceId)).toMatchObject({
      agentVersion: 'test',
      externalAddress: '127.0.0.1',
    })
    agent[Symbol.dispose]()
    await eventually(() => !world.plane.isOnline(agent.device.planned), { what: 'it is offline' })
  })

  test('one that comes back within the grace was never away', async () => {
    await using world = await startWorld({ offlineGraceMs: 2000 })
    const first = await enteredAgent(world.relay, world.plane)
    await eventually(() => world.plane.isOnline(first.device.planned), { what: 'it is online' })
    first[Symbol.dispose]()
    await eventually(() => world.relay.load().agents === 0, { what: 'the relay has noticed' })
    using second = await enteredAgent(world.relay, world.plane, { device: first.device, bootId: 'another start' })
    expect(second.isClosed).toBe(false)
    const changes = world.plane.told.flatMap((each) => (each.type === 'presence' ? each.agents : []))
    expect(changes.map(({ isOnline }) => isOnline)).not.toContain(false)
  })

  test('one that answers no ping is gone', async () => {
    await using world = await startWorld({ heartbeatMs: 1000, offlineGraceMs: 100 })
    using agent = await enteredAgent(world.relay, world.plane, { autoPong: false })
    await eventually(() => world.plane.isOnline(agent.device.planned), { what: 'it is online' })
    await eventually(() => !world.plane.isOnline(agent.device.planned), { what: 'it is offline' })
    expect(world.relay.load().agents).toBe(0)
  })

  test('a server that was away gets a snapshot', async () => {
    await using world = await startWorld({ offlineGraceMs: 100 })
    using staying = await enteredAgent(world.relay, world.plane)
    const leaving = await enteredAgent(world.relay, world.plane)
    await eventually(() => world.plane.isOnline(leaving.device.planned), { what: 'both are online' })
    await world.plane.goAway()
    leaving[Symbol.dispose]()
    using coming = await enteredAgent(world.relay, world.plane)
    await eventually(() => world.relay.load().agents === 2, { what: 'the relay goes on without it' })
    await world.plane.comeBack()
    await eventually(() => world.plane.isOnline(coming.device.planned), { what: 'the newcomer is online' })
    expect([staying, leaving].map(({ device }) => world.plane.isOnline(device.planned))).toEqual([true, false])
  })

  test('a relay with another secret does not join', async () => {
    await using world = await startWorld()
    await using folder = await createTempDir('relay')
    await using stranger = await startRelay(
      {
        serverUrl: new URL(world.plane.url),
        joinSecret: new Secret('s'.repeat(43)),
        port: 0,
        publicHost: '127.0.0.1',
        bindHost: '127.0.0.1',
        proxyPorts: { first: 20_000, last: 20_001 },
        stunPort: 0,
        links: {
          domain: 'localhost',
          httpPort: { port: 0, isWished: true },
          httpsPort: { port: 0, isWished: true },
          acmeDirectory: undefined,
          acmeEmail: undefined,
        },
        stateDir: folder.path,
        metricsPort: undefined,
        logLevel: 'silent',
      },
      { log: pino({ level: 'silent' }), version: 'test' },
    )
    using agent = await TestAgent.dial(stranger)
    const device = enrolledDevice(world.plane)
    agent.enter({ ticket: world.plane.tunnelTicket(device.planned), key: device.key })
    expect((await agent.hears('refused')).code).toBe('busy')
    expect(world.plane.relays.size).toBe(1)
  })
})

describe('an agent whose tunnel is there', () => {
  test('is offline while no work connection opens, and online once one does', async () => {
    await using world = await startWorld({ checkMs: 300, checkBlockedAgainMs: 100 })
    using agent = await enteredAgent(world.relay, world.plane, { answersChecks: false })
    const { planned } = agent.device
    await eventually(() => world.plane.presence.has(planned.deviceId), { what: 'something is told of it' })
    expect(world.plane.isOnline(planned)).toBe(false)
    expect(world.relay.load()).toMatchObject({ agents: 1, blocked: 1 })
    agent.answersChecks = true
    await eventually(() => world.plane.isOnline(planned), { what: 'it is online' })
    expect(world.relay.load()).toMatchObject({ agents: 1, blocked: 0 })
  })

  test('is offline when work connections stop opening', async () => {
    await using world = await startWorld({ checkMs: 300, checkAgainMs: 100 })
    using agent = await enteredAgent(world.relay, world.plane)
    const { planned } = agent.device
    await eventually(() => world.plane.isOnline(planned), { what: 'it is online' })
    agent.answersChecks = false
    await eventually(() => !world.plane.isOnline(planned), { what: 'it is offline' })
    expect(agent.isClosed).toBe(false)
  })

  test('is checked however many come at once', async () => {
    await using world = await startWorld({ checksMax: 2 })
    const agents = await Promise.all(Array.from({ length: 20 }, () => enteredAgent(world.relay, world.plane)))
    await eventually(() => agents.every(({ device }) => world.plane.isOnline(device.planned)), {
      what: 'all are online',
    })
    for (const agent of agents) agent[Symbol.dispose]()
  })
})
