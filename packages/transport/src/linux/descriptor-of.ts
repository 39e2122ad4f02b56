// The descriptor of a socket, to be used past Node.

import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Undefined for one that is closed; and for TLS, where Node tells the descriptor of the bytes beneath. */
export function descriptorOf(socket: Socket): number | undefined {
  if (socket instanceof TLSSocket) return undefined
  const handle: unknown = Reflect.get(socket, '_handle')
  const descriptor: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : undefined
}
