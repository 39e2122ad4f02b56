// Tunnels whose agents are gone without a sign: nothing of them stays, nor of the ports that were open to them.

import { readdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '@farport/testkit'
import { test } from 'vitest'
import { enteredAgent, rawSocket, type TestAgent } from '../test-agent.ts'
import { startWorld, type World } from '../test-world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the flag has just made it

const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length
const atOnce = 25
/** So many may the relay open in a test. */
const proxyPorts = 3

/** Entered, with a client at a port of the first ones, and never heard of again. */
async function round(world: World, count: number): Promise<void> {
  const agents: TestAgent[] = []
  for (let begun = 0; begun < count; begun += atOnce) {
    const some = Array.from({ length: atOnce }, () =>
      enteredAgent(world.relay, world.plane, { autoPong: false, answersChecks: false }),
    )
    agents.push(...(await Promise.all(some)))
    if (begun > 0) continue
    for (const { device } of (await Promise.all(some)).slice(0, proxyPorts)) {
      const service = world.plane.addService(device.planned, { port: 9 })
      const proxy = await world.plane.openProxy(device.planned, service, { expiresAt: Date.now() + 5000 })
      await rawSocket(proxy.port)
    }
  }
  await eventually(() => agents.every(({ isClosed }) => isClosed), { timeoutMs: 60_000, what: 'all tunnels are over' })
  await eventually(() => world.relay.load().agents === 0, { what: 'the relay knows none of them' })
  const proxies = [...world.plane.proxies.values()]
  await eventually(() => proxies.every(({ closed }) => closed), { timeoutMs: 20_000, what: 'all ports are closed' })
  world.plane.proxies.clear()
  world.plane.devices.clear()
  world.plane.presence.clear()
  world.plane.usage.clear()
  world.plane.told.length = 0
}

test('a thousand zombie tunnels leave no memory, handle or port behind', { timeout: 240_000 }, async () => {
  await using world = await startWorld({ heartbeatMs: 2000, offlineGraceMs: 100, dropMemoryMs: 100, dropsMax: 10 })
  await round(world, 250)
  collectGarbage()
  const before = { files: await openFiles(), heapBytes: process.memoryUsage().heapUsed }
  await round(world, 1000)
  await eventually(async () => (await openFiles()) <= before.files, { what: 'no descriptor is left' })
  // A kilobyte for each of them would show.
  await eventually(
    () => {
      collectGarbage()
      return process.memoryUsage().heapUsed - before.heapBytes < 1_000_000
    },
    { timeoutMs: 20_000, pauseMs: 200, what: 'no memory is left' },
  )
  using agent = await enteredAgent(world.relay, world.plane)
  const service = world.plane.addService(agent.device.planned, { port: 9 })
  for (let at = 0; at < proxyPorts; at += 1) await world.plane.openProxy(agent.device.planned, service)
})
