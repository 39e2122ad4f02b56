import { once } from 'node:events'
import { eventually } from '@farport/testkit'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { enteredAgent } from './test-agent.ts'
import { meet, TestInitiator } from './test-initiator.ts'
import { startProgramWorld } from './test-program.ts'

test('asked to stop, a relay sends all away, gives pairs a bounded time, and ends', { timeout: 60_000 }, async () => {
  await using world = await startProgramWorld()
  using agent = await enteredAgent(world.relay, world.plane)
  using initiator = await TestInitiator.greeted(world.relay)
  const { ticket } = world.plane.peerTicket(agent.device.planned, initiator.publicKey)
  const { near, far } = await meet(world.relay, initiator, agent, ticket)
  near.write('before')
  await once(far, 'data')

  const startedAt = performance.now()
  world.program.signal('SIGTERM')
  await Promise.all([agent.hears('drain'), initiator.hears('drain')])
  near.write('while it goes')
  expect(String(await once(far, 'data'))).toBe('while it goes')
  near.resume()
  await eventually(() => near.closed && far.closed, { what: 'the pair is over' })
  expect(await world.program.exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - startedAt).toBeLessThan(limits.drainMs + 5000)
})
