// The peer of our event socket: a bare process with `ws`. What one client says goes to all others, and nothing else
// happens.

import { WebSocketServer } from 'ws'

const server = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  perMessageDeflate: false,
  maxPayload: 64 * 1024 * 1024,
})
server.on('connection', (teller) => {
  teller.on('message', (data) => {
    for (const client of server.clients) if (client !== teller) client.send(data, { binary: false })
  })
})
server.on('listening', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.({ type: 'ready', port: address.port })
})
process.once('disconnect', () => process.exit())
