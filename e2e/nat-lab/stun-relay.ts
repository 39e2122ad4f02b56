// A relay's STUN, on all addresses of the network that it is in.

import pino from 'pino'
import { limits } from '../../apps/relay/src/limits.ts'
import { startStunResponder } from '../../apps/relay/src/stun/stun-responder.ts'

const log = pino({ level: 'warn' })
const responder = await startStunResponder({ bindHost: undefined, port: 0, limits, log, now: Date.now })
if (responder === undefined) throw new Error('it does not answer')
process.on('message', () => process.send?.({ port: responder.ports[0] }))
process.on('SIGTERM', () => process.disconnect())
process.send?.('ready')
