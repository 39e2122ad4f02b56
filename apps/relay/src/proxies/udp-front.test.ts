import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { eventually } from '@farport/testkit'
import { createIdFactory } from '@farport/vocabulary'
import { afterEach, expect, test, vi } from 'vitest'
import { EchoAgent } from '../test-echo-agent.ts'
import { startWorld, type World } from '../test-world.ts'

vi.setConfig({ testTimeout: 60_000 })

const makeId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })
const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

async function openUdp(world: World, agent: EchoAgent, changes = {}) {
  await eventually(() => world.plane.isOnline(agent.device.planned), { what: 'the device is online' })
  return world.plane.openProxy(agent.device.planned, { id: makeId('s') }, { protocol: 'UDP', ...changes })
}

/** One address, which hears what is sent to it. */
async function client(address = '127.0.0.1') {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1_000_000 })
  const heard: string[] = []
  socket.on('message', (datagram) => heard.push(datagram.toString()))
  socket.bind(0, address)
  await once(socket, 'listening')
  clients.push(socket)
  return {
    heard,
    say: (text: string, port: number) => socket.send(text, port, '127.0.0.1'),
    /** Said until it is heard: datagrams may be lost. */
    async echo(text: string, port: number): Promise<void> {
      await eventually(
        () => {
          socket.send(text, port, '127.0.0.1')
          return heard.includes(text)
        },
        { what: `${text} comes back`, pauseMs: 50 },
      )
    },
  }
}

test('datagrams go to the device and back, each client by a stream of its own, and are counted', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  const proxy = await openUdp(world, agent)
  const [first, second] = [await client(), await client()]
  for (const size of [0, 1, 1200, 9000]) {
    await first.echo(randomBytes(size).toString('hex').slice(0, size), proxy.port)
  }
  await second.echo('second', proxy.port)
  expect(first.heard).not.toContain('second')
  expect(agent.streams.length).toBe(2)
  expect(new Set(agent.streams.map(({ source }) => source)).size).toBe(2)
  world.plane.closeProxy(proxy)
  await eventually(() => proxy.closed, { what: 'it is closed' })
  const usage = proxy.closed?.usage
  expect(usage?.txBytes).toBeGreaterThan(10_000)
  expect(usage?.rxBytes).toBeGreaterThan(10_000)
  expect(usage?.source).toBe('127.0.0.1')
})

test('the first datagrams wait for their stream', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  const proxy = await openUdp(world, agent)
  const { say, heard } = await client()
  for (const text of ['a', 'b', 'c']) say(text, proxy.port)
  await eventually(() => heard.length === 3, { what: 'all come back' })
  expect(heard).toEqual(['a', 'b', 'c'])
})

test('the address rule holds: a latch closes behind the first address', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  const proxy = await openUdp(world, agent)
  const [inside, outside] = [await client('127.0.0.1'), await client('127.0.0.2')]
  await inside.echo('inside', proxy.port)
  outside.say('outside', proxy.port)
  await inside.echo('again', proxy.port)
  expect([outside.heard, agent.streams.length]).toEqual([[], 1])
})

test('a client that is quiet is forgotten, and begins anew', async () => {
  await using world = await startWorld({ udpIdleMs: 300, udpRestMs: 100 })
  await using agent = await EchoAgent.start(world)
  const proxy = await openUdp(world, agent)
  const { echo } = await client()
  await echo('before', proxy.port)
  await eventually(() => world.relay.load().streams === 0, { what: 'it is forgotten' })
  await echo('after', proxy.port)
  expect(agent.streams.length).toBe(2)
})

test('a port has so many clients and no more', async () => {
  await using world = await startWorld({ streamsPerProxyMax: 2 })
  await using agent = await EchoAgent.start(world)
  const proxy = await openUdp(world, agent)
  const all = [await client(), await client(), await client()]
  await all[0]?.echo('one', proxy.port)
  await all[1]?.echo('two', proxy.port)
  all[2]?.say('three', proxy.port)
  await all[0]?.echo('still', proxy.port)
  expect([all[2]?.heard, world.relay.load().streams]).toEqual([[], 2])
})

test('a port that is closed is free again, and its streams are over', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  const proxy = await openUdp(world, agent)
  const { echo } = await client()
  await echo('before', proxy.port)
  world.plane.closeProxy(proxy)
  await eventually(() => proxy.closed && agent.streams[0]?.isOver, { what: 'all is over' })
  const socket = createSocket('udp4')
  socket.bind({ port: proxy.port, address: '127.0.0.1', exclusive: true })
  await once(socket, 'listening')
  socket.close()
  expect(world.relay.load()).toMatchObject({ proxies: 0, streams: 0 })
})
