// Pairs that never came to be, or lost an end: nothing of them stays.

import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '@farport/testkit'
import { expect, test, vi } from 'vitest'
import { enteredAgent, type TestAgent } from '../test-agent.ts'
import { meet, TestInitiator, workConnection } from '../test-initiator.ts'
import { startWorld, type World } from '../test-world.ts'

vi.setConfig({ testTimeout: 180_000 })

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the flag has just made it

const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length

type Kind = 'nobody came' | 'one end came' | 'both say nothing' | 'one end broke'

async function makePair(world: World, initiator: TestInitiator, agent: TestAgent, kind: Kind): Promise<Socket[]> {
  const { device } = agent as Awaited<ReturnType<typeof enteredAgent>> // made by it
  const { ticket } = world.plane.peerTicket(device.planned, initiator.publicKey)
  if (kind === 'nobody came') {
    await initiator.hears('link', initiator.reach(ticket))
    return []
  }
  if (kind === 'one end came') {
    const { token } = await initiator.hears('link', initiator.reach(ticket))
    return [await workConnection(world.relay, token)]
  }
  const { near, far } = await meet(world.relay, initiator, agent, ticket)
  near.write('a few words')
  if (kind === 'one end broke') near.resetAndDestroy()
  return [near, far]
}

/** All made, all over, all closed. */
async function round(world: World, initiator: TestInitiator, agent: TestAgent, count: number): Promise<void> {
  const kinds = ['nobody came', 'one end came', 'both say nothing', 'one end broke'] as const
  const sockets: Socket[] = []
  for (let at = 0; at < count; at += 1) {
    sockets.push(...(await makePair(world, initiator, agent, kinds[at % kinds.length] ?? 'nobody came')))
  }
  await eventually(() => world.relay.load().pairs === 0, { timeoutMs: 60_000, what: 'all are over' })
  for (const socket of sockets) socket.destroy()
  await eventually(() => sockets.every((socket) => socket.closed), { what: 'all sockets are closed' })
  agent.told.length = 0
  initiator.told.length = 0
}

test('a thousand half-open and zombie pairs leave no memory, handle or port behind', async () => {
  const many = 2000
  await using world = await startWorld({
    sessionOpenMs: 1000,
    pairIdleMs: 1000,
    reachesBurst: 10_000,
    pairsPerAgentMax: many,
    pairsPerAccountMax: many,
    pairsPerInitiatorMax: many,
  })
  using agent = await enteredAgent(world.relay, world.plane)
  using initiator = await TestInitiator.greeted(world.relay)
  await round(world, initiator, agent, 500)
  collectGarbage()
  const before = { files: await openFiles(), heapBytes: process.memoryUsage().heapUsed }
  await round(world, initiator, agent, 1000)
  await eventually(async () => (await openFiles()) <= before.files, { what: 'no descriptor is left' })
  expect(world.relay.load()).toMatchObject({ pairs: 0, waiting: 0, agents: 1, initiators: 1 })
  // A kilobyte for each of them would show.
  await eventually(
    () => {
      collectGarbage()
      return process.memoryUsage().heapUsed - before.heapBytes < 1_000_000
    },
    { pauseMs: 200, what: 'no memory is left' },
  )
  expect(agent.isClosed).toBe(false)
})
