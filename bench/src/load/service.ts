// A program: the service at the far end of every chain, at the address that it is told or at this machine's own. The first
// byte of a connection says what it should do.
//
//   d  sends until the other end closes
//   u  takes everything; at the other end's FIN it answers with the count of bytes, as text
//   e  sends back what comes

import { createServer, type AddressInfo, type Socket } from 'node:net'
import { readStatically } from '@farport/transport'

const block = Buffer.alloc(1_048_576, 0x66)

const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
  socket.on('error', () => socket.destroy()) // a client that goes away is how a download ends
  let isFirst = true
  let answer: (bytes: Uint8Array) => void = () => undefined
  readStatically(socket, (bytes) => {
    const rest = isFirst ? bytes.subarray(1) : bytes
    if (isFirst) answer = answerTo(String.fromCharCode(bytes[0] ?? 0), socket)
    isFirst = false
    if (rest.length > 0) answer(rest)
    return true
  })
})

function answerTo(order: string, socket: Socket): (bytes: Uint8Array) => void {
  if (order === 'e') {
    socket.on('end', () => socket.end())
    return (bytes) => void socket.write(Buffer.from(bytes))
  }
  if (order === 'd') {
    socket.on('end', () => socket.destroy())
    sendOn(socket)
    return () => undefined
  }
  let byteCount = 0
  socket.on('end', () => socket.end(String(byteCount)))
  return (bytes) => void (byteCount += bytes.length)
}

function sendOn(socket: Socket): void {
  if (socket.writable) socket.write(block, () => sendOn(socket))
}

server.listen({ port: 0, host: process.argv[2] ?? '127.0.0.1', backlog: 1024 }, () => {
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  process.send?.({ type: 'ready', port })
})
process.on('disconnect', () => process.exit())
