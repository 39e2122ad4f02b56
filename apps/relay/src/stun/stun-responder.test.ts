import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { decodeStun, encodeStunRequest, stunTransactionIdBytes } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { startWorld } from '../test-world.ts'
import { startStunResponder } from './stun-responder.ts'

const log = pino({ level: 'silent' })
const limits = { stunPerSecond: 0, stunBurst: 20, stunSourcesMax: 10 }
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

async function asker(): Promise<Socket & { heard: Buffer[] }> {
  const socket = Object.assign(createSocket('udp4'), { heard: [] as Buffer[] })
  socket.on('message', (message: Buffer) => socket.heard.push(message))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  sockets.push(socket)
  return socket
}

const request = () => encodeStunRequest(randomBytes(stunTransactionIdBytes))

test('both ports tell where a question came from, and a relay tells its server of them', async () => {
  await using world = await startWorld()
  const [relay] = world.plane.relays.values()
  const ports = relay?.place.stunPorts ?? []
  expect(ports.length).toBe(2)
  const socket = await asker()
  for (const port of ports) socket.send(request(), port, '127.0.0.1')
  await eventually(() => socket.heard.length === 2, { what: 'both answer' })
  for (const answer of socket.heard) {
    expect(decodeStun(answer)).toMatchObject({
      ok: true,
      value: { type: 'answer', address: { host: '127.0.0.1', port: socket.address().port } },
    })
  }
})

test('one source gets so many answers and no more, and garbage gets none', async () => {
  await using stack = new AsyncDisposableStack()
  const responder = await startStunResponder({ bindHost: '127.0.0.1', port: 0, limits, log, now: Date.now })
  if (responder === undefined) throw new Error('it does not answer')
  stack.use(responder)
  const socket = await asker()
  const [port] = responder.ports
  const sendAll = async (datagrams: Buffer[]): Promise<void> => {
    for (const datagram of datagrams) {
      const { promise, resolve } = Promise.withResolvers<void>()
      socket.send(datagram, port, '127.0.0.1', () => resolve())
      await promise
    }
  }
  await sendAll([Buffer.alloc(0), randomBytes(600), Buffer.from('hello')])
  await sendAll(Array.from({ length: 40 }, request))
  await eventually(() => socket.heard.length >= 17, { what: 'it answers' })
  // What comes after the last is refused too, so that nothing is still on its way when all is counted.
  await sendAll([request()])
  expect(socket.heard.length).toBe(17)
})

test('a relay whose ports are taken serves without', async () => {
  const holder = await asker()
  const { port } = holder.address()
  expect(await startStunResponder({ bindHost: '127.0.0.1', port, limits, log, now: Date.now })).toBeUndefined()
})

test('the one port tells the same over TCP, and keeps the connection for a while', async () => {
  await using world = await startWorld()
  const [relay] = world.plane.relays.values()
  const socket = connect(relay?.place.port ?? 0, '127.0.0.1')
  await once(socket, 'connect')
  const ask = request()
  socket.write(ask.subarray(0, 10))
  socket.write(ask.subarray(10))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(decodeStun(answer)).toMatchObject({
    ok: true,
    value: { type: 'answer', address: { host: '127.0.0.1', port: socket.localPort } },
  })
  expect(socket.readableEnded).toBe(false)
  socket.destroy()
})
