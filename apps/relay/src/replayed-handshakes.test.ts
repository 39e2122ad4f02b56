// Who has recorded everything that came to a relay, and says it once more, is nobody.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { eventually } from '@farport/testkit'
import { expect, test } from 'vitest'
import { enteredAgent, rawSocket } from './test-agent.ts'
import { meet, TestInitiator } from './test-initiator.ts'
import { startWorld } from './test-world.ts'

/** A place between others and the relay, that keeps what goes to the relay, by connection. */
async function startListener(port: number) {
  const recorded: Buffer[][] = []
  const server = createServer((outer) => {
    const pieces: Buffer[] = []
    recorded.push(pieces)
    const inner = connect(port, '127.0.0.1')
    outer.on('data', (bytes: Buffer) => pieces.push(bytes))
    for (const socket of [outer, inner]) socket.on('error', () => socket.destroy())
    outer.pipe(inner).pipe(outer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: listening } = server.address() as AddressInfo // a server that listens has one
  return { port: listening, recorded, [Symbol.dispose]: () => void server.close() }
}

test('handshakes that are replayed let nobody in, and disturb nobody', async () => {
  await using world = await startWorld({ handshakeMs: 500, enterMs: 500 })
  using listener = await startListener(world.relay.port)
  const relay = { port: listener.port, publicKey: world.relay.publicKey }
  using agent = await enteredAgent(relay, world.plane)
  using initiator = await TestInitiator.greeted(relay)
  const { ticket } = world.plane.peerTicket(agent.device.planned, initiator.publicKey)
  const { near, far } = await meet(relay, initiator, agent, ticket)
  near.write('hello')
  await once(far, 'data')
  // The agent's tunnel, its check, the initiator's channel, and the two ends of the pair.
  expect(listener.recorded.length).toBeGreaterThanOrEqual(4)

  const load = world.relay.load()
  const toldBefore = [agent.told.length, initiator.told.length]
  const replayed = await Promise.all(
    listener.recorded.map((pieces) => rawSocket(world.relay.port, Buffer.concat(pieces))),
  )
  await eventually(() => replayed.every((socket) => socket.isOver), { what: 'all are turned away' })
  expect(world.relay.load()).toEqual(load)
  expect([agent.told.length, initiator.told.length]).toEqual(toldBefore)
  near.write('again')
  expect(String(await once(far, 'data'))).toBe('again')
  expect([agent.isClosed, initiator.isClosed]).toEqual([false, false])
  for (const socket of [near, far]) socket.destroy()
})
