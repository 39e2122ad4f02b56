// A program: hands datagrams on from a port to another, and back, as a Node program does that does nothing else: no session,
// no encryption. What comes to the same port by TCP is handed on, too.
//
//   datagram-hop <listen at> <host> <port for datagrams> <port for TCP>

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

const [listenAt = '', host = '', datagramPort = '', tcpPort = ''] = process.argv.slice(2)
const socketBytes = 4_194_304

const server = createServer((socket) => {
  const onward = connect(Number(tcpPort), host)
  for (const each of [socket, onward]) each.on('error', () => each.destroy())
  socket.pipe(onward).pipe(socket)
})
server.listen(0, listenAt)
await once(server, 'listening')
const { port } = server.address() as AddressInfo // a TCP server that listens has one

const sizes = { recvBufferSize: socketBytes, sendBufferSize: socketBytes }
const [incoming, onward] = [createSocket({ type: 'udp4', ...sizes }), createSocket({ type: 'udp4', ...sizes })]
let client = { address: '', port: 0 }
incoming.on('message', (bytes, from) => {
  client = from
  onward.send(bytes)
})
onward.on('message', (bytes) => incoming.send(bytes, client.port, client.address))
// A service that is gone is heard of by the next datagram, and comes back.
onward.on('error', () => undefined)
incoming.bind(port, listenAt)
onward.connect(Number(datagramPort), host)
await Promise.all([once(incoming, 'listening'), once(onward, 'connect')])
process.send?.({ type: 'ready', port })
process.on('disconnect', () => process.exit())
