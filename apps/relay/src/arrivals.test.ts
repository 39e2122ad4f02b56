// More agents come than there are places for.

import { eventually } from '@farport/testkit'
import { expect, test, vi } from 'vitest'
import { enteredAgent, rawSocket } from './test-agent.ts'
import { startWorld } from './test-world.ts'

// A busy machine shakes hands slowly.
vi.setConfig({ testTimeout: 60_000 })

/** Says that it is TLS, and no more. */
const hello = Buffer.from([0x16, 3, 1])

test('they wait in line, and enter as soon as there is one', async () => {
  await using world = await startWorld({ arrivalsMax: 1 })
  const silent = await rawSocket(world.relay.port, hello)
  await eventually(() => world.relay.load().waiting === 1, { what: 'the only place is taken' })
  const entering = enteredAgent(world.relay, world.plane)
  await eventually(() => world.relay.load().waiting === 2, { what: 'the agent waits' })
  silent.destroy()
  using agent = await entering
  expect(agent.isClosed).toBe(false)
  expect(world.relay.load()).toMatchObject({ waiting: 0, agents: 1 })
})

test('they are closed when the line is full', async () => {
  await using world = await startWorld({ arrivalsMax: 2, arrivalsWaitingMax: 3 })
  const sockets = await Promise.all(Array.from({ length: 20 }, () => rawSocket(world.relay.port, hello)))
  await eventually(() => sockets.filter((socket) => socket.isOver).length === 15, { what: 'fifteen are closed' })
  expect(world.relay.load().waiting).toBe(5)
  for (const socket of sockets) socket.destroy()
  await eventually(() => world.relay.load().waiting === 0, { what: 'nothing waits' })
})

test('they do not wait longer than a handshake may take', async () => {
  await using world = await startWorld({ arrivalsMax: 1, handshakeMs: 200 })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => rawSocket(world.relay.port, hello)))
  await eventually(() => sockets.every((socket) => socket.isOver), { what: 'all are closed' })
  expect(world.relay.load().waiting).toBe(0)
})
