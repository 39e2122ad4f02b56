// Splices a socket with a stream, both ways: half-close, back-pressure and all.

import type { Socket } from 'node:net'
import type { SessionStream, StreamEnd, StreamRefusal } from './session.ts'

export interface Bridge {
  /** From the socket into the stream, so far. */
  readonly sentBytes: number
  /** From the stream to the socket, so far. */
  readonly receivedBytes: number
  /** Resolves when both the stream and the socket are over. */
  readonly closed: Promise<StreamEnd>
  /** Cuts both at once. */
  cut(refusal: StreamRefusal): void
}

/** Both belong to the bridge from now on. The socket has not been read from yet; it should be able to half-close. */
export function bridge(socket: Socket, stream: SessionStream): Bridge {
  throw new Error(`not joined: ${socket.remoteAddress} and ${stream.id}`)
}
