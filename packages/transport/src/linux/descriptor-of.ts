// The descriptor of a socket, to be used past Node.

import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** What Node keeps in a socket: undefined before there is one, null afterwards. */
interface SocketInside extends Socket {
  readonly _handle?: { readonly fd?: number } | null
}

/** Undefined for one that is closed; and for TLS, where Node tells the descriptor of the bytes beneath. */
export function descriptorOf(socket: Socket): number | undefined {
  if (socket instanceof TLSSocket) return undefined
  const descriptor = (socket as SocketInside)._handle?.fd // every socket of Node's has one
  return descriptor !== undefined && descriptor >= 0 ? descriptor : undefined
}
