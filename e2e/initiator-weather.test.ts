// Bad weather on the way from a person's agent to a device's: paths that fall silent, break, and come back; relays that
// die; agents that lose everything. Streams live on wherever the session can, and nothing is lost or doubled.

import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import {
  createTempDir,
  eventually,
  freePort,
  freePortRange,
  startControlPlane,
  type ControlPlane,
  startEcho,
} from '@farport/testkit'
import type { LocalConnection } from '@farport/protocol'
import { expect, test, vi } from 'vitest'
import { startAgent } from '../apps/agent/src/agent.ts'
import type { Initiator } from '../apps/agent/src/initiator/initiator.ts'
import {
  dial,
  silentLog,
  startDataPlane,
  startAgentProgram,
  startDevice,
  startRelayProgram,
  type Client,
} from './support/data-plane.ts'
import { startInitiator } from './support/initiator.ts'
import { DirectWeather } from './support/mutable-link.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Device = Awaited<ReturnType<typeof startDevice>>

async function open(
  plane: ControlPlane,
  device: Pick<Device, 'planned'>,
  initiator: Initiator,
  { port, route = 'failover' }: { port: number; route?: 'failover' | 'proxy' | 'p2p' },
): Promise<LocalConnection> {
  const order = plane.orderPeer(device.planned, plane.addService(device.planned, { port }), initiator.publicKey, {
    route,
  })
  const opened = await initiator.open({ serverUrl: plane.url, order })
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.value
}

const pathOf = (initiator: Initiator) => initiator.connections[0]?.path?.kind
const isDirect = (initiator: Initiator) => !['relay', undefined].includes(pathOf(initiator))

/** A connection, and somebody who talks through it. `writesMax`: so much its direct links carry before they fall silent. */
async function startWorld({ route, writesMax }: { route: 'failover' | 'p2p'; writesMax?: number }) {
  await using stack = new AsyncDisposableStack()
  const { plane, addDevice } = stack.use(await startDataPlane())
  const device = await addDevice('sailor')
  const echo = stack.use(await startEcho())
  const weather = new DirectWeather()
  if (writesMax !== undefined) weather.silenceAfter(writesMax)
  const initiator = stack.use(await startInitiator({ createDirectPaths: weather.createDirectPaths }))
  const connection = await open(plane, device, initiator, { port: echo.port, route })
  const client = stack.use(dial(connection.port))
  await talk(client, 'begin')
  const owned = stack.move()
  return { weather, initiator, connection, client, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** One that is direct, with a warm relay beside it. */
async function directWorld() {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await startWorld({ route: 'failover' }))
  await eventually(() => isDirect(world.initiator) && world.initiator.connections[0]?.checkpoints[9], {
    what: 'it is direct, with a relay beside it',
  })
  stack.move()
  return world
}

async function readWhyNot(initiator: Initiator): Promise<void> {
  await eventually(() => initiator.connections[0]?.reason?.includes('nothing came through it'), {
    what: 'people read why it is not direct',
    timeoutMs: 30_000,
  })
}

async function talk(client: Client, text: string): Promise<void> {
  client.say(text)
  await client.hears(text)
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now()
  await act()
  return performance.now() - startedAtMs
}

test('a direct path that goes silent is left for the relay within about a second, and is found again', async () => {
  await using world = await directWorld()
  world.weather.silence()
  expect(await timeOf(() => talk(world.client, 'across'))).toBeLessThan(2000)
  expect(pathOf(world.initiator)).toBe('relay')
  world.weather.clear()
  world.weather.cut()
  await eventually(() => isDirect(world.initiator), { what: 'it is direct again', timeoutMs: 30_000 })
  await talk(world.client, 'home')
})

test('a direct path that breaks is left at once', async () => {
  await using world = await directWorld()
  world.weather.cut()
  expect(await timeOf(() => talk(world.client, 'across'))).toBeLessThan(1000)
  await talk(world.client, 'still here')
})

test('a file is whole although its path breaks and falls silent again and again', async () => {
  await using world = await directWorld()
  const bytes = randomBytes(128 * 1024 * 1024)
  const socket = connect({ host: '127.0.0.1', port: world.connection.port })
  const received = createHash('sha256')
  let length = 0
  let heardAtMs = performance.now()
  let stallMs = 0
  socket.on('data', (chunk) => {
    stallMs = Math.max(stallMs, performance.now() - heardAtMs)
    heardAtMs = performance.now()
    length += chunk.length
    received.update(chunk)
  })
  socket.write(bytes)
  for (const part of [0.1, 0.3, 0.5, 0.7]) {
    await eventually(() => length >= bytes.length * part, {
      what: `${part} of it is back`,
      timeoutMs: 30_000,
      pauseMs: 5,
    })
    if (part === 0.1 || part === 0.5) world.weather.cut()
    else world.weather.silence()
    await eventually(() => pathOf(world.initiator) === 'relay' || length === bytes.length, {
      timeoutMs: 30_000,
      pauseMs: 5,
    })
    world.weather.clear()
    world.weather.cut()
  }
  await eventually(() => length === bytes.length, { what: 'all of it is back', timeoutMs: 30_000 })
  expect(received.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(stallMs).toBeLessThan(3000)
  socket.destroy()
})

test('peer to peer only: when the direct path is lost, streams end rather than take a relay', async () => {
  await using world = await startWorld({ route: 'p2p' })
  const { weather, initiator, connection, client } = world
  weather.silence()
  client.say('into the dark')
  const carried = weather.links.size
  await eventually(() => client.over === 'cut', { what: 'the stream ends' })
  await eventually(() => weather.links.size > carried, { what: 'a way is found in the dark, that will never answer' })
  weather.clear()
  using again = dial(connection.port)
  again.say('and again')
  await readWhyNot(initiator)
  await eventually(() => isDirect(initiator), { what: 'it is direct again', timeoutMs: 30_000 })
  await again.hears('and again')
})

test('a direct path that is silent as soon as the session moves to it: it stays with the relay, and looks again', async () => {
  // The answers that a new way has to give before it is trusted.
  await using world = await startWorld({ route: 'failover', writesMax: 2 })
  const { weather, initiator, client } = world
  await readWhyNot(initiator)
  expect(pathOf(initiator)).toBe('relay')
  await talk(client, 'by relay')
  weather.clear()
  await eventually(() => isDirect(initiator), { what: 'it is direct', timeoutMs: 30_000 })
  await talk(client, 'home')
})

test('a relay that is killed and comes back: the stream goes on where it was', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('initiator-weather'))
  const plane = stack.use(await startControlPlane())
  const settings = { stateDir: join(folder.path, 'relay'), port: await freePort(), proxyPorts: await freePortRange(2) }
  const relay = stack.use(await startRelayProgram(plane, settings))
  await eventually(() => plane.relays.size === 1, { what: 'the relay has joined' })
  const device = stack.use(await startDevice(plane, join(folder.path, 'device'), 'sailor'))
  const echo = stack.use(await startEcho())
  const initiator = stack.use(await startInitiator())
  const connection = await open(plane, device, initiator, { port: echo.port, route: 'proxy' })
  using client = dial(connection.port)
  await talk(client, 'before')
  relay.signal('SIGKILL')
  await relay.exit
  client.say('meanwhile')
  await eventually(() => initiator.connections[0]?.error?.code === 101, { what: 'people see that it is away' })
  stack.use(await startRelayProgram(plane, settings))
  await client.hears('meanwhile')
  await talk(client, 'after')
  expect(client.over).toBeUndefined()
  expect(echo.sockets.size).toBe(1)
  await eventually(() => initiator.connections[0]?.error === undefined, { what: 'people see that it works' })
})

test.each([
  ['by relay', 'proxy'],
  ['directly', 'failover'],
] as const)('a device that sleeps while it is reached %s: the stream goes on when it wakes', async (_, route) => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('initiator-weather'))
  const { plane } = stack.use(await startDataPlane())
  const planned = plane.planDevice('sleeper')
  const sleeper = stack.use(
    await startAgentProgram(plane, { stateDir: join(folder.path, 'device'), code: planned.code }),
  )
  await eventually(() => plane.isOnline(planned), { what: 'the device is online' })
  const echo = stack.use(await startEcho())
  const initiator = stack.use(await startInitiator())
  const connection = await open(plane, { planned }, initiator, { port: echo.port, route })
  using client = dial(connection.port)
  await talk(client, 'before')
  if (route === 'failover') await eventually(() => isDirect(initiator), { what: 'it is direct' })
  sleeper.signal('SIGSTOP')
  client.say('good night')
  const wakesAtMs = performance.now() + 12_000
  await eventually(() => performance.now() > wakesAtMs, { timeoutMs: 15_000 })
  sleeper.signal('SIGCONT')
  await client.hears('good night')
  await talk(client, 'good morning')
  expect(echo.sockets.size).toBe(1)
})

test('a device agent that was started anew: streams are over, and the next one opens', async () => {
  await using world = await startDataPlane()
  const { plane } = world
  const device = await startDevice(plane, join(world.stateDir, 'first'), 'sailor')
  await using echo = await startEcho()
  await using initiator = await startInitiator()
  const connection = await open(plane, device, initiator, { port: echo.port, route: 'proxy' })
  using client = dial(connection.port)
  await talk(client, 'before')
  await device[Symbol.asyncDispose]()
  await eventually(() => client.over === 'cut', { what: 'the stream is over' })
  const enrolment = await device.state.enrolment()
  if (enrolment === undefined) throw new Error('it is registered')
  await using _ = await startAgent(device.state, enrolment, { log: silentLog, version: 'test' })
  using again = dial(connection.port)
  await talk(again, 'after')
})
