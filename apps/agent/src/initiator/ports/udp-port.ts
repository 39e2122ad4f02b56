// A local UDP port: each client's address becomes one stream to the device, whose datagrams come and go.

import { randomBytes } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import { plainAddress } from '@farport/protocol'
import { streamCode, type SessionStream, type StreamEnd, type StreamRefusal } from '@farport/session'
import { answerMs, clientsMax, ownAddressOf, type LocalPort, type LocalPortOptions } from './local-port.ts'

/** Refused with the system's code, such as EADDRINUSE. */
export async function openUdpPort(
  place: { host: string; port: number },
  options: LocalPortOptions,
): Promise<Result<LocalPort, string>> {
  const socket = createSocket({ type: isIPv6(place.host) ? 'udp6' : 'udp4', recvBufferSize: socketBytes })
  try {
    socket.bind({ address: place.host, port: place.port })
    await once(socket, 'listening')
  } catch (error) {
    return refuse(error instanceof Error && 'code' in error ? String(error.code) : String(error))
  }
  return accept(new UdpPort(socket, place.host, options))
}

/** Bursts of datagrams wait here, or are lost before anybody sees them. */
const socketBytes = 4_194_304
/** Kept while a stream is being opened; the next ones are dropped. */
const waitingMax = 64
const waitingBytesMax = 262_144
/** A client that says and hears nothing for so long is forgotten. */
const idleMs = 120_000
const nonceBytes = 32

const closed: StreamRefusal = { code: streamCode.revoked, message: 'the connection was closed' }
const idle: StreamRefusal = { code: streamCode.none, message: 'nothing came for a while' }

interface Flow {
  stream: SessionStream | undefined
  waiting: Buffer[]
  waitingBytes: number
  usedAtMs: number
}

class UdpPort implements LocalPort {
  readonly port: number
  readonly #socket: Socket
  readonly #boundTo: string
  readonly #options: LocalPortOptions
  readonly #flows = new Map<string, Flow>()
  readonly #idleTimer: NodeJS.Timeout
  #nonce: Buffer | undefined
  #wasOwn: (() => void) | undefined
  #isClosed = false
  txBytes = 0
  rxBytes = 0

  constructor(socket: Socket, boundTo: string, options: LocalPortOptions) {
    this.#socket = socket
    this.#boundTo = boundTo
    this.#options = options
    this.port = socket.address().port
    socket.on('message', (bytes, from) => this.#meet(bytes, from))
    // A datagram that a client does not take any more comes back as an error, which is not the port's.
    socket.on('error', () => undefined)
    this.#idleTimer = setInterval(() => this.#forgetIdle(), idleMs / 4).unref()
  }

  get streams(): number {
    return [...this.#flows.values()].filter(({ stream }) => stream !== undefined).length
  }

  get opening(): number {
    return this.#flows.size - this.streams
  }

  async answers(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#nonce = randomBytes(nonceBytes)
    this.#wasOwn = () => resolve(true)
    const timer = setTimeout(() => resolve(false), answerMs)
    const asking = createSocket(isIPv6(this.#boundTo) ? 'udp6' : 'udp4')
    asking.on('error', () => resolve(false))
    asking.send(this.#nonce, this.port, ownAddressOf(this.#boundTo))
    const answered = await promise
    clearTimeout(timer)
    asking.close()
    this.#nonce = undefined
    return answered
  }

  cut(refusal: StreamRefusal): void {
    for (const { stream } of this.#flows.values()) stream?.reset(refusal)
    this.#flows.clear()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    clearInterval(this.#idleTimer)
    this.cut(closed)
    this.#socket.close()
  }

  #meet(bytes: Buffer, from: RemoteInfo): void {
    if (this.#nonce?.equals(bytes) === true) return this.#wasOwn?.()
    const client = `${from.address} ${from.port}`
    const flow = this.#flows.get(client) ?? this.#begin(client, from)
    if (flow === undefined) return
    flow.usedAtMs = performance.now()
    if (flow.stream !== undefined) this.#send(flow.stream, bytes)
    else if (flow.waiting.length < waitingMax && flow.waitingBytes + bytes.length <= waitingBytesMax) {
      flow.waiting.push(Buffer.from(bytes))
      flow.waitingBytes += bytes.length
    }
  }

  /** Undefined: this client may not, or there are too many. */
  #begin(client: string, from: RemoteInfo): Flow | undefined {
    const source = plainAddress(from.address)
    if (this.#flows.size >= clientsMax || !this.#options.gate.admits(source)) return undefined
    const flow: Flow = { stream: undefined, waiting: [], waitingBytes: 0, usedAtMs: performance.now() }
    this.#flows.set(client, flow)
    this.#options.onChange()
    void this.#open(client, flow, from)
    return flow
  }

  async #open(client: string, flow: Flow, from: RemoteInfo): Promise<void> {
    const opened = await this.#options.open(plainAddress(from.address))
    const isWanted = !this.#isClosed && this.#flows.get(client) === flow
    if (!opened.ok) {
      if (isWanted) this.#flows.delete(client)
      return this.#options.onRefused(opened.refusal)
    }
    const stream = opened.value
    if (!isWanted) return stream.reset(closed)
    flow.stream = stream
    stream.start({
      onBytes: (bytes) => stream.consumed(bytes.length), // a stream of datagrams has no other bytes
      onDrain: () => undefined,
      onEnd: () => stream.end(),
      onClose: (end) => this.#over(client, flow, end),
      onDatagram: (bytes) => {
        flow.usedAtMs = performance.now()
        this.rxBytes += bytes.length
        if (!this.#isClosed) this.#socket.send(Buffer.from(bytes), from.port, from.address)
      },
    })
    this.#options.onOpened()
    for (const bytes of flow.waiting) this.#send(stream, bytes)
    flow.waiting = []
    flow.waitingBytes = 0
  }

  #send(stream: SessionStream, bytes: Buffer): void {
    if (stream.sendDatagram(bytes)) this.txBytes += bytes.length
  }

  #over(client: string, flow: Flow, end: StreamEnd): void {
    if (this.#flows.get(client) === flow) this.#flows.delete(client)
    this.#options.onOver(end)
  }

  #forgetIdle(): void {
    const nowMs = performance.now()
    for (const { stream, usedAtMs } of this.#flows.values()) if (nowMs - usedAtMs >= idleMs) stream?.reset(idle)
  }
}
