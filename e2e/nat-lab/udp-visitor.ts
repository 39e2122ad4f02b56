// Asks a UDP port until it answers, and says from where the answer came. The question is one of STUN; others echo it.

import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { encodeStunRequest, stunTransactionIdBytes } from '@farport/protocol'

const askAgainMs = 200

process.on('message', ({ host, port }: { host: string; port: number }) => {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4').unref()
  const ask = (): void => socket.send(encodeStunRequest(randomBytes(stunTransactionIdBytes)), port, host)
  const asking = setInterval(ask, askAgainMs).unref()
  socket.once('message', (_answer, from) => {
    clearInterval(asking)
    socket.close()
    process.send?.({ from: from.address })
  })
  ask()
})
process.on('SIGTERM', () => process.disconnect?.())
process.send?.('ready')
