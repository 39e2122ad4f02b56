import { createSocket } from 'node:dgram'
import { createConnection } from 'node:net'
import { eventually, freePort, startEcho, type TcpService } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dial, startDataPlane, type DataPlane, type RunningDevice } from '../support/data-plane.ts'
import { curl, startUdpEcho, startWebService } from './web-services.ts'

let world: DataPlane
let device: RunningDevice
let echo: TcpService

beforeAll(async () => {
  world = await startDataPlane({ usageBatchMs: 50 })
  device = await world.addDevice()
  echo = await startEcho()
})
afterAll(async () => {
  await echo[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** Whether somebody listens there, whatever they say to us. */
async function listens(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true))
  socket.once('error', (error) => resolve(!('code' in error && error.code === 'ECONNREFUSED')))
  const answer = await promise
  socket.destroy()
  return answer
}

describe('the port of a link', () => {
  it('leads to its service, and ends with the link', async () => {
    const port = await freePort('127.0.0.1')
    const service = world.plane.addService(device.planned, { port: echo.port })
    const { code } = world.plane.serveLink(device.planned, service, { kind: { type: 'tcp', port } })
    await eventually(() => listens(port), { what: 'the port is open' })
    using client = dial(port)
    client.say('hello')
    await client.hears('hello')
    world.plane.tellLinkState(code, 'disabled')
    await eventually(() => client.over, { what: 'the stream is cut' })
    await eventually(async () => !(await listens(port)), { what: 'the port is closed' })
  })

  it.each([
    ['denied', { deny: ['127.0.0.0/8'] }],
    ['not allowed', { allow: ['192.0.2.0/24'] }],
  ])('is closed to an address that is %s', async (_, lists) => {
    const port = await freePort('127.0.0.1')
    const service = world.plane.addService(device.planned, { port: echo.port })
    world.plane.serveLink(device.planned, service, { kind: { type: 'tcp', port }, ...lists })
    await eventually(() => listens(port), { what: 'the port is open' })
    const before = echo.sockets.size
    using client = dial(port)
    await eventually(() => client.over, { what: 'the socket is closed' })
    expect(echo.sockets.size).toBe(before)
  })
})

it('the port of a UDP service carries its datagrams', async () => {
  await using echoing = await startUdpEcho()
  const port = await freePort('127.0.0.1')
  const service = world.plane.addService(device.planned, { port: echoing.port, protocol: 'UDP' })
  const { code } = world.plane.serveLink(device.planned, service, { kind: { type: 'udp', port } })
  const client = createSocket('udp4')
  const heard: string[] = []
  client.on('message', (bytes) => heard.push(bytes.toString()))
  // The first ones may be lost: that is their nature.
  await eventually(
    () => {
      client.send('hello', port, '127.0.0.1')
      return heard.includes('hello')
    },
    { what: 'a datagram comes back' },
  )
  client.close()
  const begun = world.plane.told.find((message) => message.type === 'link-visit' && message.code === code)
  const id = begun?.type === 'link-visit' ? begun.connectionId : undefined
  await eventually(() => id !== undefined && (world.plane.usage.get(id)?.rxBytes ?? 0) >= 5, { what: 'its bytes' })
})

describe('who uses a link', () => {
  it('is told to the server with the address and the bytes, and the end', async () => {
    await using web = await startWebService((_request, response) => response.end('x'.repeat(1000)))
    const service = world.plane.addService(device.planned, { port: web.port })
    const { code } = world.plane.serveLink(device.planned, service)
    const url = `http://${code}.localhost:${world.relay.linkPorts.http}/`
    await eventually(async () => (await curl(url)).status === 200, { what: 'the link is served' })
    const begun = world.plane.told.filter((message) => message.type === 'link-visit' && message.code === code)
    expect(begun).toMatchObject([{ source: '127.0.0.1' }])
    const id = begun[0]?.type === 'link-visit' ? begun[0].connectionId : undefined
    await eventually(() => id !== undefined && (world.plane.usage.get(id)?.rxBytes ?? 0) > 1000, { what: 'its bytes' })
    world.plane.tellLinkState(code, 'unknown')
    const end = () =>
      world.plane.told.find((message) => message.type === 'proxy-closed' && message.usage.connectionId === id)
    expect(await eventually(end, { what: 'its end' })).toMatchObject({ end: 'disconnected', usage: { streams: 0 } })
  })
})
