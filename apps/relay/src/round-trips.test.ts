// How far a device is from its relay is told with what its proxy ports and links carry.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually, freePortRange } from '@farport/testkit'
import { createIdFactory } from '@farport/vocabulary'
import { expect, test, vi } from 'vitest'
import { EchoAgent } from './test-echo-agent.ts'
import { startWorld } from './test-world.ts'

vi.setConfig({ testTimeout: 60_000 })

const makeId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })

async function useOnce(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.write('hello')
  await once(socket, 'data')
  socket.destroy()
}

test('a round trip is told once the agent has answered a heartbeat, and then with all that is used', async () => {
  await using world = await startWorld({ heartbeatMs: 2000, usageBatchMs: 100 })
  await using agent = await EchoAgent.start(world)
  const { planned } = agent.device
  await eventually(() => world.plane.isOnline(planned), { what: 'the device is online' })
  const service = { id: makeId('s') }
  const proxy = await world.plane.openProxy(planned, service)
  const { first: port } = await freePortRange(1)
  world.plane.serveLink(planned, service, { kind: { type: 'tcp', port } })
  const told = () => [...world.plane.usage.values()]
  await eventually(() => told().length === 1, { what: 'the proxy is told of' })
  expect(told()).toEqual([expect.not.objectContaining({ roundTripMs: expect.anything() })])
  await eventually(
    async () => {
      await Promise.all([useOnce(proxy.port), useOnce(port)])
      return told().length === 2 && told().every(({ roundTripMs }) => roundTripMs !== undefined)
    },
    { what: 'both are told of with their round trips', pauseMs: 200 },
  )
  for (const { roundTripMs } of told()) expect(roundTripMs).toBeGreaterThan(0)
})
