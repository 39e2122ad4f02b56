// A real agent and a real relay with a box between them that lets only the tunnel through.

import { join } from 'node:path'
import { createTempDir, eventually, startControlPlane, startEcho } from '@farport/testkit'
import { expect, it } from 'vitest'
import { startAgent } from '../apps/agent/src/agent.ts'
import { register } from '../apps/agent/src/commands/register.ts'
import { AgentState } from '../apps/agent/src/state/agent-state.ts'
import { dial, silentLog, startTestRelay } from './support/data-plane.ts'
import { startTunnelOnlyProxy } from './support/tunnel-only-proxy.ts'

it('a device whose tunnel lives is offline while its streams are blocked, and usable when it is online', async () => {
  await using folder = await createTempDir('streams-blocked')
  await using plane = await startControlPlane()
  await using echo = await startEcho()
  const limits = { checkMs: 500, checkBlockedAgainMs: 300, checkAgainMs: 300, sessionIdleMs: 400 }
  // The relay is known by an address of this machine that only the box listens at.
  const place = { publicHost: '127.0.0.2', bindHost: '127.0.0.1' }
  await using relay = await startTestRelay(plane, join(folder.path, 'relay'), limits, place)
  await using box = await startTunnelOnlyProxy('127.0.0.2', relay.port)
  await eventually(() => plane.relays.size === 1, { what: 'the relay has joined' })

  const planned = plane.planDevice('behind a box')
  const service = plane.addService(planned, { port: echo.port })
  const state = new AgentState(join(folder.path, 'agent'))
  const enrolment = await register({
    state,
    serverUrl: new URL(plane.url),
    code: planned.code,
    version: 'test',
    now: Date.now,
  })
  await using agent = await startAgent(state, enrolment, { log: silentLog, version: 'test' })

  await eventually(() => agent.status.state === 'online', { what: 'the tunnel is there' })
  await eventually(() => plane.presence.has(planned.deviceId), { what: 'the relay has told of the device' })
  expect(plane.isOnline(planned)).toBe(false)

  box.opens = 'all'
  await eventually(() => plane.isOnline(planned), { what: 'the device is online' })
  expect(agent.status).not.toHaveProperty('blocked')
  const proxy = await plane.openProxy(planned, service)
  using client = dial(proxy.port)
  client.say('hello')
  await client.hears('hello')

  box.opens = 'tls'
  client.say('still here, in the session that was there')
  await client.hears('still here, in the session that was there')
  expect(plane.isOnline(planned)).toBe(true)
  client[Symbol.dispose]()
  await eventually(() => !plane.isOnline(planned), { what: 'the device is offline, though its tunnel lives' })
  expect(agent.status).toMatchObject({ state: 'online' })
  await eventually(() => agent.status.state === 'online' && agent.status.blocked !== undefined, {
    what: 'the agent says why',
    timeoutMs: 20_000,
  })
})
