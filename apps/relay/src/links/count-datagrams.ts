// A stream that tells what its datagrams weigh, beside what it counts itself.

import type { SessionStream } from '@farport/session'

export function countDatagrams(stream: SessionStream, count: (tx: number, rx: number) => void): SessionStream {
  return {
    id: stream.id,
    source: stream.source,
    get sentBytes() {
      return stream.sentBytes
    },
    get receivedBytes() {
      return stream.receivedBytes
    },
    closed: stream.closed,
    start: (handlers) =>
      stream.start({
        onBytes: (bytes, isLast) => handlers.onBytes(bytes, isLast),
        onDrain: () => handlers.onDrain(),
        onEnd: () => handlers.onEnd(),
        onClose: (end) => handlers.onClose(end),
        onDatagram(bytes) {
          count(0, bytes.length)
          handlers.onDatagram?.(bytes)
        },
      }),
    write: (bytes) => stream.write(bytes),
    writeFrame: (frame, payloadBytes) => stream.writeFrame(frame, payloadBytes),
    consumed: (byteCount) => stream.consumed(byteCount),
    end: () => stream.end(),
    reset: (refusal) => stream.reset(refusal),
    sendDatagram(bytes) {
      const isSent = stream.sendDatagram(bytes)
      if (isSent) count(bytes.length, 0)
      return isSent
    },
  }
}
