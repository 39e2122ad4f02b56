// A stream of a UDP service: datagrams in, datagrams out, through one socket that is connected to the service. So what
// comes from elsewhere is dropped by the system, and an ICMP refusal is heard.

import type { Socket } from 'node:dgram'
import { streamCode, type SessionStream, type StreamHandlers, type StreamRefusal } from '@farport/session'
import type { Carried } from './carried.ts'
import { failureOf } from './connect-udp.ts'
import { unreachableSentence, type TargetPlace } from './target-rules.ts'

export interface UdpFlowLimits {
  /** Without a datagram either way for so long, the flow ends. */
  readonly udpIdleMs: number
  /** What waits for the system to take it. Beyond, datagrams are dropped. */
  readonly udpQueuedBytesMax: number
}

/** A longer one does not fit in an IPv4 packet. */
export const payloadBytesMax = 65_507

/** Of one flow: datagrams and their bytes, towards the service and from it. */
export interface FlowCounts {
  sent: number
  sentBytes: number
  received: number
  receivedBytes: number
  /** For want of room, or because they were too long. */
  dropped: number
}

export interface UdpFlowOptions {
  readonly place: TargetPlace
  readonly limits: UdpFlowLimits
  readonly onOver: (counts: FlowCounts) => void
}

export class UdpFlow implements Carried, StreamHandlers {
  readonly #socket: Socket
  readonly #stream: SessionStream
  readonly #options: UdpFlowOptions
  readonly #counts: FlowCounts = { sent: 0, sentBytes: 0, received: 0, receivedBytes: 0, dropped: 0 }
  readonly #idleTimer: NodeJS.Timeout
  readonly #closing = Promise.withResolvers<void>()
  #isOver = false

  /** Both belong to the flow from now on. */
  constructor(socket: Socket, stream: SessionStream, options: UdpFlowOptions) {
    this.#socket = socket
    this.#stream = stream
    this.#options = options
    this.#idleTimer = setTimeout(() => this.cut(idle), options.limits.udpIdleMs)
    socket.on('message', (datagram) => this.#onMessage(datagram))
    socket.on('error', (error) => this.#onSystemError(error))
    stream.start(this)
  }

  get closed(): Promise<void> {
    return this.#closing.promise
  }

  cut(refusal: StreamRefusal): void {
    this.#stream.reset(refusal)
  }

  onDatagram(bytes: Uint8Array): void {
    if (this.#isOver) return
    this.#idleTimer.refresh()
    if (bytes.length > payloadBytesMax || this.#socket.getSendQueueSize() > this.#options.limits.udpQueuedBytesMax) {
      this.#counts.dropped += 1
      return
    }
    this.#counts.sent += 1
    this.#counts.sentBytes += bytes.length
    this.#socket.send(Buffer.from(bytes), this.#onSent)
  }

  onBytes(): void {
    this.cut({ code: streamCode.broken, message: 'a UDP service takes datagrams only' })
  }

  onDrain(): void {
    // Datagrams do not wait.
  }

  /** The initiator's end is over, and there is no other half to wait for. */
  onEnd(): void {
    this.#stream.end()
  }

  onClose(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#idleTimer)
    this.#options.onOver(this.#counts)
    this.#socket.close(() => this.#closing.resolve())
  }

  #onMessage(datagram: Uint8Array): void {
    this.#idleTimer.refresh()
    this.#counts.received += 1
    this.#counts.receivedBytes += datagram.length
    if (!this.#stream.sendDatagram(datagram)) this.#counts.dropped += 1
  }

  readonly #onSent = (error: NodeJS.ErrnoException | null): void => {
    if (error) this.#onSystemError(error)
  }

  /** A datagram that is too long for the way is lost, as datagrams are. All else is the end of the flow. */
  #onSystemError(error: NodeJS.ErrnoException): void {
    if (this.#isOver) return
    if (error.code === 'EMSGSIZE' || error.code === 'ENOBUFS') {
      this.#counts.dropped += 1
      return
    }
    this.cut({
      code: streamCode.targetUnreachable,
      message: unreachableSentence(this.#options.place, failureOf(error)),
    })
  }
}

const idle: StreamRefusal = { code: streamCode.none, message: 'there were no datagrams for a while' }
