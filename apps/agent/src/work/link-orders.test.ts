import { startEcho, startTcpService, type TcpService } from '@farport/testkit'
// Orders of a relay for work connections, with a real socket for the relay's end.

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { generatePrivateKey, workPreamble, type RelayPlace } from '@farport/protocol'
import { beginOver, startSession } from '@farport/session'
import { createIdentity, tlsOverSocket, type Identity } from '@farport/transport'
import { parseId } from '@farport/vocabulary'
import { expect, test } from 'vitest'
import type { LinkOrder } from '../tunnel/tunnel.ts'
import { startTestWorld, Talker, type TestWorld } from './test-work.ts'

interface TestRelay extends AsyncDisposable {
  readonly place: RelayPlace
  /** The agent's work connection, once it has said so much: preamble and token. */
  readonly arrived: Promise<{ socket: Socket; head: Buffer }>
}

const headBytes = workPreamble.length + 32

async function startTestRelay(): Promise<TestRelay> {
  const arrived = Promise.withResolvers<{ socket: Socket; head: Buffer }>()
  const server: TcpService = await startTcpService((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => {
      const head: Buffer = socket.read(headBytes)
      arrived.resolve({ socket, head })
    })
  })
  const place: RelayPlace = {
    id: parseId('r', 'r-0000000000000001')!,
    host: '127.0.0.1',
    port: server.port,
    publicKey: 'A'.repeat(43),
  }
  return { place, arrived: arrived.promise, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const orderFor = (identity: Identity, changes: Partial<LinkOrder> = {}): LinkOrder => ({
  type: 'link',
  token: randomBytes(32).toString('base64url'),
  initiatorKey: identity.publicKey,
  ...changes,
})

/** The initiator's end, through the relay. */
async function secured(world: TestWorld, relay: TestRelay, identity: Identity) {
  const { socket } = await relay.arrived
  return await tlsOverSocket(socket, { role: 'client', identity, peerKey: world.agentKey, timeoutMs: 5000 })
}

test('an ordered work connection names its token, and carries a session to who has proven the key', async () => {
  await using world = await startTestWorld()
  await using relay = await startTestRelay()
  await using echo = await startEcho()
  const order = orderFor(world.initiator)
  const making = world.work.makeLink(order, relay.place)
  const link = await secured(world, relay, world.initiator)
  if (!link.ok) throw new Error(link.refusal.message)
  expect(await making).toEqual({ ok: true, value: true })
  const { head } = await relay.arrived
  expect(head.equals(Buffer.concat([workPreamble, Buffer.from(order.token, 'base64url')]))).toBe(true)
  await using session = startSession({ link: beginOver(link.value), role: 'initiator' })
  const talker = Talker.of(await world.open(world.addService({ port: echo.port }), session))
  talker.stream.write(Buffer.from('hello'))
  talker.stream.end()
  await talker.stream.closed
  expect(talker.received.toString()).toBe('hello')
})

test('whoever cannot prove the key that was ordered gets no session', async () => {
  await using world = await startTestWorld()
  await using relay = await startTestRelay()
  const making = world.work.makeLink(orderFor(world.initiator), relay.place)
  const link = await secured(world, relay, await createIdentity(generatePrivateKey()))
  if (link.ok) link.value.start({ onBytes() {}, onDrain() {}, onEnd() {}, onClose() {} })
  expect(await making).toMatchObject({ ok: false, refusal: expect.any(String) })
  expect(world.work.sessions).toBe(0)
})

test('an order to a place that is no relay of this agent is refused, and nothing is dialled', async () => {
  await using world = await startTestWorld()
  await using relay = await startTestRelay()
  await using stranger = await startEcho()
  const order = orderFor(world.initiator, { port: stranger.port })
  expect(await world.work.makeLink(order, relay.place)).toMatchObject({
    ok: false,
    refusal: 'the order names a place that is no relay of this agent',
  })
  expect(stranger.sockets.size).toBe(0)
})

test('more orders at once than links may be made are refused, and so are sessions beyond the limit', async () => {
  await using world = await startTestWorld({ linksMax: 1, sessionsMax: 1, connectTimeoutMs: 300 })
  await using relay = await startTestRelay()
  const first = world.work.makeLink(orderFor(world.initiator), relay.place)
  expect(await world.work.makeLink(orderFor(world.initiator), relay.place)).toMatchObject({
    ok: false,
    refusal: 'this agent opens as many work connections as it can',
  })
  expect(await first).toMatchObject({ ok: false })
  await world.dial().ping()
  const stranger = await createIdentity(generatePrivateKey())
  expect(await world.work.makeLink(orderFor(stranger), relay.place)).toMatchObject({
    ok: false,
    refusal: 'this agent has as many sessions as it can',
  })
})
