import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eventually } from '@farport/testkit'
import { createIdFactory } from '@farport/vocabulary'
import { expect, test, vi } from 'vitest'
import { EchoAgent } from '../test-echo-agent.ts'
import { startWorld } from '../test-world.ts'

vi.setConfig({ testTimeout: 60_000 })

const makeId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })

test('a client that does not read holds up its own stream, and no other of the same agent', async () => {
  await using world = await startWorld()
  await using agent = await EchoAgent.start(world)
  await eventually(() => world.plane.isOnline(agent.device.planned), { what: 'the device is online' })
  const proxy = await world.plane.openProxy(agent.device.planned, { id: makeId('s') }, { allowed: { rule: 'anyone' } })
  const dial = (): Socket => connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen: true })

  const slow = dial().on('error', () => undefined)
  slow.pause()
  slow.write(randomBytes(100_000_000))
  await eventually(() => (world.plane.usage.get(proxy.claims.connectionId)?.txBytes ?? 0) > 1_000_000, {
    what: 'it is stuck',
  })

  const sent = randomBytes(10_000_000)
  const quick = dial()
  const echoed = buffer(quick)
  quick.end(sent)
  expect((await echoed).equals(sent)).toBe(true)
  expect(agent.sessions).toBe(1)
  slow.resetAndDestroy()
  await eventually(() => world.relay.load().streams === 0, { what: 'both are over' })
})
