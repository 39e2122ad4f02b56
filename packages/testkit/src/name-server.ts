// A DNS server on UDP that answers what the test says, question by question.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface NameServer extends AsyncDisposable {
  /** `address:port`, for a resolver. */
  readonly url: string
  /** Sets the IPv4 addresses of a name, from the next question on. */
  tell(name: string, addresses: readonly string[]): void
}

const typeA = 1
const notFound = 3

export async function startNameServer(): Promise<NameServer> {
  const known = new Map<string, readonly string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, known), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    url: `127.0.0.1:${socket.address().port}`,
    tell: (name, addresses) => known.set(name, addresses),
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** RFC 1035, section 4: head, the question again, and an answer per address. */
function answerTo(query: Buffer, known: ReadonlyMap<string, readonly string[]>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(12, at + 5)
  const addresses = known.get(labels.join('.').toLowerCase())
  const answers = query.readUInt16BE(at + 1) === typeA ? (addresses ?? []) : []
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 + (addresses === undefined ? notFound : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, question, ...answers.map(answerOf)])
}

/** The name by a pointer to the question's; class IN; not to be kept. */
function answerOf(address: string): Buffer {
  return Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)])
}
