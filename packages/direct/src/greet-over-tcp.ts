// The first words on a TCP connection that may become a link: the acceptor greets, the initiator takes the connection that
// it wants, as the one link of its kind, and lets go of all others. A stranger gets no further than this.

import type { Socket } from 'node:net'
import { readStatically } from '@farport/transport'
import { encodeHello, helloBytes, readHello, type HelloType } from './hello.ts'
import type { Role } from './round-secrets.ts'

/** Whoever has connected knows what to say. */
const helloWithinMs = 3000

export interface Greeting {
  readonly role: Role
  readonly helloKey: Uint8Array
  readonly signal: AbortSignal
  /** Initiator only: what to take the connection as; undefined when it is not wanted. */
  readonly choose: () => TcpKind | undefined
}

export type TcpKind = 'lan' | 'tcp'

/** What the connection is now to both ends; undefined when it is nothing, and then it is closed. */
export async function greetOverTcp(socket: Socket, greeting: Greeting): Promise<TcpKind | undefined> {
  const kind = greeting.role === 'initiator' ? await take(socket, greeting) : await beTaken(socket, greeting)
  if (kind === undefined || greeting.signal.aborted) socket.destroy()
  return socket.destroyed ? undefined : kind
}

async function take(socket: Socket, greeting: Greeting): Promise<TcpKind | undefined> {
  if ((await readOne(socket, 'acceptor', greeting)) !== 'greet') return undefined
  const kind = greeting.choose()
  if (kind !== undefined) socket.write(encodeHello(`take-${kind}`, 'initiator', greeting.helloKey))
  return kind
}

async function beTaken(socket: Socket, greeting: Greeting): Promise<TcpKind | undefined> {
  socket.write(encodeHello('greet', 'acceptor', greeting.helloKey))
  const taken = await readOne(socket, 'initiator', greeting)
  if (taken === 'take-lan') return 'lan'
  return taken === 'take-tcp' ? 'tcp' : undefined
}

/**
 * Undefined when anything else comes, or nothing. What follows stays in the system, not in the socket: Node's TLS makes its
 * buffers for all that comes as long as what it is given first, and a ClientHello read ahead would make them too short.
 */
function readOne(socket: Socket, sender: Role, { helloKey, signal }: Greeting): Promise<HelloType | undefined> {
  return new Promise((resolve) => {
    const settle = (hello?: HelloType): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onGone)
      socket.off('error', onGone).off('end', onGone).off('close', onGone)
      socket.on('error', () => undefined) // its close tells whoever goes on with it
      resolve(hello)
    }
    const onGone = (): void => settle()
    const timer = setTimeout(onGone, helloWithinMs)
    signal.addEventListener('abort', onGone)
    socket.on('error', onGone).on('end', onGone).on('close', onGone)

    // Node may have read already, and a stranger may have said any amount.
    if (socket.readableLength >= helloBytes)
      return settle(readHello(socket.read(helloBytes) as Buffer, sender, helloKey)) // no encoding is ever set
    const hello = Buffer.alloc(helloBytes)
    let length = 0
    const onBytes = (bytes: Uint8Array): boolean => {
      const part = bytes.subarray(0, helloBytes - length)
      hello.set(part, length)
      length += part.length
      if (length < helloBytes) return true
      socket.pause()
      if (part.length < bytes.length) socket.unshift(Buffer.from(bytes.subarray(part.length)))
      settle(readHello(hello, sender, helloKey))
      return false
    }
    readStatically(socket, onBytes, Buffer.allocUnsafeSlow(helloBytes))
  })
}
