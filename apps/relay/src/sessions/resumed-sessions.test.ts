import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eventually } from '@farport/testkit'
import { createIdFactory } from '@farport/vocabulary'
import { expect, test, vi } from 'vitest'
import { EchoAgent } from '../test-echo-agent.ts'
import { startWorld, type World } from '../test-world.ts'

vi.setConfig({ testTimeout: 60_000 })

const makeId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })

async function clientOf(world: World, agent: EchoAgent): Promise<Socket> {
  await eventually(() => world.plane.isOnline(agent.device.planned), { what: 'the device is online' })
  const proxy = await world.plane.openProxy(agent.device.planned, { id: makeId('s') })
  const client = connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen: true })
  client.on('error', () => undefined) // the tests look at its end
  return client
}

async function exchange(client: Socket, text: string): Promise<void> {
  let heard = ''
  const listen = (bytes: Buffer): void => void (heard += bytes.toString())
  client.on('data', listen).write(text)
  await eventually(() => heard === text, { what: `${text} comes back` })
  client.off('data', listen)
}

test('a work connection that is lost is made again, and a stream goes on with every byte in its place', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  const client = await clientOf(world, agent)
  const sent = randomBytes(8_000_000)
  const echoed = buffer(client)
  client.end(sent)
  for (let cuts = 1; cuts <= 3; cuts += 1) {
    await eventually(() => agent.sockets.length >= cuts && client.bytesRead > cuts * 500_000, { pauseMs: 1 })
    agent.cutWork()
  }
  expect((await echoed).equals(sent)).toBe(true)
  expect(agent.sessions).toBe(1)
  expect(agent.sockets.length).toBeGreaterThan(1)
})

test('an agent that is away for a moment finds its streams waiting', async () => {
  await using world = await startWorld({ offlineGraceMs: 5000 })
  await using agent = await EchoAgent.start(world)
  const client = await clientOf(world, agent)
  await exchange(client, 'before')
  agent.tunnel?.[Symbol.dispose]()
  await eventually(() => world.relay.load().agents === 0, { what: 'its tunnel is gone' })
  agent.cutWork()
  await agent.enter()
  await exchange(client, 'after')
  expect(agent.sessions).toBe(1)
})

test('an agent that was started anew has no part in the streams of its former life', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  const client = await clientOf(world, agent)
  await exchange(client, 'before')
  agent.tunnel?.[Symbol.dispose]()
  await eventually(() => world.relay.load().agents === 0, { what: 'its tunnel is gone' })
  agent.cutWork()
  await agent.enter('another start')
  await eventually(() => client.closed, { what: 'the client is told' })
  expect(client.errored).toMatchObject({ code: 'ECONNRESET' })
})

test('an agent that has gone away takes its streams with it', async () => {
  await using world = await startWorld({ offlineGraceMs: 200, sessionAbsenceMs: 60_000 })
  await using agent = await EchoAgent.start(world)
  const client = await clientOf(world, agent)
  await exchange(client, 'before')
  agent.cutWork()
  agent.tunnel?.[Symbol.dispose]()
  await eventually(() => client.closed, { what: 'the client is told' })
})

test('streams that nothing carries for too long are reset', async () => {
  await using world = await startWorld({ sessionAbsenceMs: 500, moveRetryMsMax: 100 })
  await using agent = await EchoAgent.start(world)
  const client = await clientOf(world, agent)
  await exchange(client, 'before')
  agent.isUnwilling = true
  agent.cutWork()
  await eventually(() => client.closed, { what: 'the client is told' })
  await eventually(() => world.relay.load().sessions === 0, { what: 'the session is over' })
})

test('a session without streams is not worth another work connection', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  const client = await clientOf(world, agent)
  await exchange(client, 'before')
  client.end().resume()
  await eventually(() => client.closed && world.relay.load().streams === 0, { what: 'the stream is over' })
  agent.cutWork()
  await eventually(() => world.relay.load().sessions === 0, { what: 'the session is over' })
})
