// Answers STUN in the lab's world as relays do: over UDP on two ports, and over TCP on the first.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { decodeStun, encodeStunAnswer, ipFromBytes, ipToBytes } from '@farport/protocol'

function answerTo(bytes: Buffer, host: string, port: number): Buffer | undefined {
  const message = decodeStun(bytes)
  if (!message.ok || message.value.type !== 'request') return undefined
  const address = ipFromBytes(ipToBytes(host) ?? new Uint8Array()) ?? host
  return encodeStunAnswer(message.value.transactionId, { host: address, port })
}

const [hosts = '', ...ports] = process.argv.slice(2)
for (const [host, port] of hosts.split(',').flatMap((one) => ports.map((text) => [one, Number(text)] as const))) {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', (bytes, { address, port: fromPort }) => {
    const answer = answerTo(bytes, address, fromPort)
    if (answer !== undefined) socket.send(answer, fromPort, address)
  })
  // An answer has to come from the address that was asked.
  socket.bind(port, host)
  await once(socket, 'listening')
  socket.unref()
}
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.unref()
  socket.on('data', (bytes: Buffer) => {
    const answer = answerTo(bytes, socket.remoteAddress ?? '', socket.remotePort ?? 0)
    if (answer !== undefined) socket.write(answer)
  })
})
server.listen(Number(ports[0]))
await once(server, 'listening')
server.unref()
// The channel to the test is all that keeps this program: it ends with it.
process.on('message', () => undefined)
process.on('SIGTERM', () => process.disconnect?.())
process.send?.('ready')
