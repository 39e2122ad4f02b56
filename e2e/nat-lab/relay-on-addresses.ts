// A relay on all addresses of the network that it is in, with a device whose UDP service echoes.

import { randomBytes } from 'node:crypto'
import { eventually } from '@farport/testkit'
import { createIdFactory } from '@farport/vocabulary'
import { EchoAgent } from '../../apps/relay/src/test-echo-agent.ts'
import { startWorld } from '../../apps/relay/src/test-world.ts'

const makeId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })
const world = await startWorld({}, { bindHost: undefined })
const agent = await EchoAgent.start(world)
const { planned } = agent.device
await eventually(() => world.plane.isOnline(planned), { what: 'the device is online' })
const service = { id: makeId('s') }
const proxy = await world.plane.openProxy(planned, service, { protocol: 'UDP', allowed: { rule: 'anyone' } })
const linkPort = proxy.port + 1
world.plane.serveLink(planned, service, { kind: { type: 'udp', port: linkPort } })
const [relay] = world.plane.relays.values()

process.on('message', () => {
  process.send?.({
    'a STUN port': relay?.place.stunPorts?.[0],
    'a proxy port': proxy.port,
    'the port of a link': linkPort,
  })
})
process.on('SIGTERM', () => process.exit())
process.send?.('ready')
