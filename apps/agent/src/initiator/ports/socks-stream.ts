// The stream of a SOCKS client of this machine, as the client's socket is to see it. Who asks for datagrams is given a
// port here, whose datagrams travel beside the stream; all else passes as it is.

import { createSocket, type RemoteInfo, type Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6, type Socket } from 'node:net'
import {
  encodeSocksReply,
  frameHeadBytes,
  plainAddress,
  readSocksGreeting,
  readSocksRequest,
  socksReply,
  udpBesideStream,
  type SocksReading,
} from '@farport/protocol'
import { PassingStream, type SessionStream, type StreamHandlers } from '@farport/session'

/** Of the device's words: how it wants to be greeted, and what it says to a request. */
const methodBytes = 2
const replyBytes = 10

/** Datagrams for a client that wait for the system to take them. Beyond, they are dropped. */
const queuedBytesMax = 524_288

/** Bytes of datagrams that went beside the stream, towards the device and from it. */
export type CountDatagram = (bytes: { tx: number; rx: number }) => void

/** What the client is saying. */
type Phase = 'greeting' | 'request' | 'said'

export class SocksStream extends PassingStream {
  readonly #client: Socket
  #phase: Phase = 'greeting'
  /** Said by the client and not understood yet; not passed on before. */
  #held: Buffer = Buffer.alloc(0)
  /** From where the client said it would send; 0: it will be seen. */
  #clientPort = 0
  #awaitsReply = false
  /** What the device has said while its reply is awaited; and how much it had said before. */
  #reply: Buffer = Buffer.alloc(0)
  #heardBytes = 0
  /** Handed to the client beyond what came. */
  #surplusBytes = 0
  #handlers: StreamHandlers | undefined
  #port: DatagramSocket | undefined
  #isOver = false

  readonly #count: CountDatagram

  /** Both have not been started. */
  constructor(stream: SessionStream, client: Socket, count: CountDatagram) {
    super(stream)
    this.#client = client
    this.#count = count
  }

  override start(handlers: StreamHandlers): void {
    this.#handlers = handlers
    this.stream.start({
      onBytes: (bytes, isLast) => this.#fromDevice(bytes, isLast),
      onDrain: () => handlers.onDrain(),
      onEnd: () => handlers.onEnd(),
      onClose: (end) => {
        this.#isOver = true
        this.#port?.close()
        handlers.onClose(end)
      },
      onDatagram: (bytes) => this.#toClient(bytes),
    })
  }

  override write(bytes: Uint8Array): boolean {
    if (this.#phase === 'said') return this.stream.write(bytes)
    this.#held = Buffer.concat([this.#held, bytes])
    return this.#understand()
  }

  override writeFrame(frame: Uint8Array, payloadBytes: number): boolean {
    if (this.#phase === 'said') return this.stream.writeFrame(frame, payloadBytes)
    return this.write(frame.subarray(frameHeadBytes, frameHeadBytes + payloadBytes))
  }

  override consumed(byteCount: number): void {
    const surplus = Math.min(byteCount, this.#surplusBytes)
    this.#surplusBytes -= surplus
    this.stream.consumed(byteCount - surplus)
  }

  override end(): void {
    this.#passOn()
    this.stream.end()
  }

  get #clientAddress(): string {
    return plainAddress(this.#client.remoteAddress ?? '')
  }

  /** What is no SOCKS is the device's to refuse. */
  #understand(): boolean {
    if (this.#phase === 'greeting') {
      const greeting = readSocksGreeting(this.#held)
      if (greeting.state === 'incomplete') return true
      if (greeting.state === 'refused') return this.#passOn()
      this.stream.write(this.#held.subarray(0, greeting.byteCount))
      this.#held = this.#held.subarray(greeting.byteCount)
      this.#phase = 'request'
    }
    const request: SocksReading<{ command: string; port: number }> = readSocksRequest(this.#held)
    if (request.state === 'incomplete') return true
    if (request.state === 'read' && request.value.command === 'udp-associate') {
      this.#held[1] = udpBesideStream
      this.#clientPort = request.value.port
      this.#awaitsReply = true
    }
    return this.#passOn()
  }

  #passOn(): boolean {
    this.#phase = 'said'
    const held = this.#held
    this.#held = Buffer.alloc(0)
    return held.length === 0 || this.stream.write(held)
  }

  #fromDevice(bytes: Uint8Array, isLast: boolean): void {
    const before = Math.min(bytes.length, Math.max(0, methodBytes - this.#heardBytes))
    this.#heardBytes += bytes.length
    if (!this.#awaitsReply) return this.#handlers?.onBytes(bytes, isLast)
    if (before > 0) this.#handlers?.onBytes(bytes.subarray(0, before), true)
    this.#reply = Buffer.concat([this.#reply, bytes.subarray(before)])
    if (this.#reply.length < replyBytes) return
    void this.#give(this.#reply)
    this.#reply = Buffer.alloc(0)
  }

  async #give(reply: Buffer): Promise<void> {
    const isGranted = reply[1] === socksReply.succeeded
    const told = isGranted ? await this.#openPort() : reply
    this.#awaitsReply = false
    this.#surplusBytes += told.length - reply.length
    if (!this.#isOver) this.#handlers?.onBytes(told, true)
  }

  /** At the address that the client has come to, for the client alone. */
  async #openPort(): Promise<Uint8Array> {
    const address = plainAddress(this.#client.localAddress ?? '')
    const port = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    try {
      port.bind({ address, port: 0 })
      await once(port, 'listening')
    } catch {
      return encodeSocksReply(socksReply.failed) // no port is left, or the address is gone
    }
    if (this.#isOver) port.close()
    else this.#port = port
    // A datagram that the client does not take any more comes back as an error, which is not the port's.
    port.on('error', () => undefined)
    port.on('message', (bytes, from) => this.#fromClient(bytes, from))
    return encodeSocksReply(socksReply.succeeded, { host: address, port: this.#isOver ? 0 : port.address().port })
  }

  #toClient(bytes: Uint8Array): void {
    this.#count({ tx: 0, rx: bytes.length })
    const port = this.#port
    if (port === undefined || this.#clientPort === 0 || port.getSendQueueSize() > queuedBytesMax) return
    port.send(Buffer.from(bytes), this.#clientPort, this.#clientAddress)
  }

  #fromClient(bytes: Buffer, from: RemoteInfo): void {
    if (plainAddress(from.address) !== this.#clientAddress) return
    if (this.#clientPort === 0) this.#clientPort = from.port
    if (from.port === this.#clientPort && this.stream.sendDatagram(bytes)) this.#count({ tx: bytes.length, rx: 0 })
  }
}
