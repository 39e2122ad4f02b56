// A service of a device in the lab: gives back what it gets, at a port of its own machine.

import { createServer } from 'node:net'
import { pipeline } from 'node:stream'

const server = createServer({ noDelay: true }, (socket) => {
  socket.unref()
  pipeline(socket, socket, () => undefined)
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))
// The channel to the test is all that keeps this program: it ends with it.
server.unref()
process.on('message', () => undefined)
process.on('SIGTERM', () => process.disconnect?.())
