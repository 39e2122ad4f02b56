// An agent that is told to stop: what it carries ends in order, and so does it.

import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually, startEcho } from '@farport/testkit'
import { expect, test } from 'vitest'
import { startAgentProgram, startDataPlane } from './support/data-plane.ts'

test('an agent with live streams, one of which nobody reads, stops when it is told', async () => {
  await using world = await startDataPlane()
  await using echo = await startEcho()
  const { plane } = world
  const planned = plane.planDevice('stopping')
  const service = plane.addService(planned, { port: echo.port })
  await using agent = await startAgentProgram(plane, { stateDir: join(world.stateDir, 'stopping'), code: planned.code })
  await eventually(() => plane.isOnline(planned), { what: 'it is online' })
  const proxy = await plane.openProxy(planned, service)
  const clients = [1, 2].map(() => connect({ host: '127.0.0.1', port: proxy.port }))
  for (const client of clients) client.on('error', () => undefined) // the reset that ends it
  const [quiet, slow] = clients
  quiet?.write('hello')
  if (quiet) await once(quiet, 'data')
  // Far more than all buffers on the way take.
  slow?.pause().write(Buffer.alloc(64 * 1024 * 1024))
  await eventually(() => (slow?.bytesWritten ?? 0) > 0 && echo.sockets.size === 2, { what: 'both are carried' })

  const toldAtMs = performance.now()
  agent.signal('SIGTERM')
  expect(await agent.exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - toldAtMs).toBeLessThan(5000)
  await eventually(() => echo.sockets.size === 0 && clients.every(({ destroyed }) => destroyed), {
    what: 'nothing is left',
  })
})
