// The bytes between the relay and a service, through a stream of the session to its device: plain, or with TLS inside.

import { Duplex } from 'node:stream'
import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { accept, refuse, type Result } from '@farport/basics'
import { frameHeadBytes } from '@farport/protocol'
import { streamCode, type SessionStream } from '@farport/session'

export interface PipeHandlers {
  /** Valid until it returns. `consumed` makes room for more. */
  onBytes(bytes: Uint8Array): void
  onDrain(): void
  onEnd(): void
  /** Once, at the very end. */
  onClose(): void
}

export interface ServicePipe {
  start(handlers: PipeHandlers): void
  /** The bytes are the caller's again when this returns. False: please wait for onDrain. */
  write(bytes: Uint8Array): boolean
  consumed(byteCount: number): void
  end(): void
  destroy(): void
}

const notNeeded = { code: streamCode.broken, message: 'the request is over' }

export function plainPipe(stream: SessionStream): ServicePipe {
  return {
    start: (handlers) =>
      stream.start({
        onBytes: (bytes) => handlers.onBytes(bytes),
        onDrain: () => handlers.onDrain(),
        onEnd: () => handlers.onEnd(),
        onClose: () => handlers.onClose(),
      }),
    write: (bytes) => writeTo(stream, bytes),
    consumed: (byteCount) => stream.consumed(byteCount),
    end: () => stream.end(),
    destroy: () => stream.reset(notNeeded),
  }
}

/** What is small, as most requests are, goes out as a frame that is used again and again. */
const smallBytes = 4096
const smallFrame = Buffer.allocUnsafeSlow(frameHeadBytes + smallBytes)

function writeTo(stream: SessionStream, bytes: Uint8Array): boolean {
  if (bytes.length > smallBytes) return stream.write(bytes)
  smallFrame.set(bytes, frameHeadBytes)
  return stream.writeFrame(smallFrame, bytes.length)
}

/**
 * TLS to the service. Its certificate is not looked at: devices sign their own, and who speaks for the device was
 * proven below, by the session to its agent.
 */
export async function tlsPipe(
  stream: SessionStream,
  service: { host: string; timeoutMs: number },
): Promise<Result<ServicePipe, 'tls'>> {
  const name = service.host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  const socket = connectTls({
    socket: duplexOf(stream),
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1',
    ...(isIP(name) === 0 && { servername: name }),
  })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = setTimeout(() => resolve(false), service.timeoutMs)
  socket.once('secureConnect', () => resolve(true))
  socket.on('error', () => resolve(false))
  socket.once('close', () => resolve(false))
  const isSecure = await promise
  clearTimeout(late)
  if (!isSecure) {
    socket.destroy()
    return refuse('tls')
  }
  return accept({
    start(handlers) {
      socket.on('data', (bytes: Buffer) => handlers.onBytes(bytes))
      socket.on('drain', () => handlers.onDrain())
      socket.on('end', () => handlers.onEnd())
      socket.on('close', () => handlers.onClose())
      if (socket.destroyed) queueMicrotask(() => handlers.onClose())
    },
    write(bytes) {
      const hasRoom = socket.write(Buffer.from(bytes))
      return hasRoom
    },
    // Read on only while what came has gone on: at most a window is kept.
    consumed: () => undefined,
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
  })
}

/** A stream of a session, as Node's TLS takes one. */
function duplexOf(stream: SessionStream): Duplex {
  let waiting: (() => void) | undefined
  let unread = 0
  const duplex = new Duplex({
    allowHalfOpen: true,
    read() {
      const byteCount = unread
      unread = 0
      if (byteCount > 0) stream.consumed(byteCount)
    },
    write(chunk: Buffer, _encoding, done) {
      if (stream.write(chunk)) done()
      else waiting = done
    },
    final(done) {
      stream.end()
      done()
    },
    destroy(error, done) {
      stream.reset(notNeeded)
      done(error)
    },
  })
  stream.start({
    onBytes(bytes) {
      if (duplex.push(Buffer.from(bytes))) stream.consumed(bytes.length)
      else unread += bytes.length
    },
    onDrain() {
      const done = waiting
      waiting = undefined
      done?.()
    },
    onEnd: () => void duplex.push(null),
    onClose(end) {
      if (end.code !== streamCode.none) duplex.destroy()
    },
  })
  return duplex
}
