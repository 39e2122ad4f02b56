// Splices a socket with a stream, both ways: half-close, back-pressure and all.

import type { Socket } from 'node:net'
import { readStatically, sharedFrame } from '@farport/transport'
import { streamCode, type SessionStream, type StreamEnd, type StreamRefusal } from './session.ts'
import { SocketWriter } from './socket-writer.ts'

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

/** Both belong to the bridge from now on. The socket is connected and has not been read from. */
export function bridge(socket: Socket, stream: SessionStream): Bridge {
  const { promise: socketClosed, resolve: onSocketClosed } = Promise.withResolvers<void>()
  const writer = new SocketWriter(socket, (byteCount) => stream.consumed(byteCount))
  socket.allowHalfOpen = true
  socket.setNoDelay(true)

  let hasEnded = false
  socket.on('end', () => {
    hasEnded = true
    stream.end()
  })
  socket.on('error', (error) => stream.reset({ code: streamCode.broken, message: error.message }))
  socket.on('close', () => {
    // After an orderly end both ways the stream may still have bytes on their way, and is left to finish.
    if (!hasEnded || !writer.isOver) stream.reset({ code: streamCode.broken, message: 'the connection closed' })
    onSocketClosed()
  })
  stream.start({
    onBytes: (bytes, isLast) => writer.write(bytes, isLast),
    onDrain: () => socket.resume(),
    onEnd: () => writer.end(),
    onClose: (end) => {
      // A reset, not an end: whoever reads the socket must not take half a file for a whole one.
      if (end.code !== streamCode.none) socket.resetAndDestroy()
    },
  })
  if (socket.destroyed) {
    stream.reset({ code: streamCode.broken, message: 'the connection closed' })
    onSocketClosed()
  } else {
    readStatically(socket, (bytes, isShared) =>
      isShared ? stream.writeFrame(sharedFrame, bytes.length) : stream.write(bytes),
    )
  }
  return {
    get sentBytes() {
      return stream.sentBytes
    },
    get receivedBytes() {
      return stream.receivedBytes
    },
    closed: socketClosed.then(() => stream.closed),
    cut: (refusal) => {
      stream.reset(refusal)
      socket.resetAndDestroy()
    },
  }
}
