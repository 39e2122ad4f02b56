// A link over punched UDP: udx carries, secret-stream (Noise IK) encrypts, and both prove their Ed25519 keys. What neither
// of them has is added here: room that the reader grants, datagrams of their own key, and probes that notice a dead path.
//
//   a message of the stream:  0 DATA, then bytes   1 ROOM, then u64: bytes of DATA taken so far   2 HELLO: first of both ends
//                            3 END: no more DATA; ROOM may follow, until both have ended
//   a datagram, inside its box:  0 PAYLOAD, then bytes   1 PING   2 PONG

import type { Link, LinkHandlers } from '@farport/transport'
import type NoiseSecretStream from '@hyperswarm/secret-stream'
import type { CountedStream } from './counted-stream.ts'
import { boxOverheadBytes, type DatagramBox } from './datagram-box.ts'
import { PathPulse } from './path-pulse.ts'
import { ReadQueue } from './read-queue.ts'
import { WayWindow } from './way-window.ts'

export const messageType = { data: 0, room: 1, hello: 2, end: 3 } as const
const datagramType = { payload: 0, ping: 1, pong: 2 } as const

/** What the other end may send before this one has taken it: enough for 600 Mbit/s over 100 ms. */
const windowBytes = 8_388_608
/** Bytes of one message: encrypted as one, and so large that this costs little … */
const messageBytesMax = 65_536
/** … but this part of what may be on its way, for a message counts until its last packet is acknowledged. */
const messageShare = 1 / 64
const messageBytesMin = 4096
/** What secret-stream puts around a message. */
const messageOverheadBytes = 20
/** Datagrams that the system has not taken yet: a twentieth of a second of 400 Mbit/s. More would only be late. */
const datagramsMax = 2048
/** What udx and the headers of IPv6 and UDP take of a packet. */
const packetOverheadBytes = 68

const nothing = new Uint8Array(0)

export interface UdpLinkParts {
  readonly raw: CountedStream
  readonly secret: NoiseSecretStream
  readonly box: DatagramBox
  readonly remoteAddress: string
  readonly peerKey: string
}

/** Over a stream that both ends have said HELLO on. */
export class UdpLink implements Link {
  readonly kind = 'udp'
  readonly remoteAddress: string
  readonly peerKey: string
  readonly #raw: CountedStream
  readonly #secret: NoiseSecretStream
  readonly #box: DatagramBox
  readonly #pulse: PathPulse
  readonly #incoming: ReadQueue
  readonly #window = new WayWindow()
  #handlers: LinkHandlers | undefined
  /** Written, and not yet in the stream. */
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #sentBytes = 0
  /** To the stream, with all that it puts around messages, from before this link on. */
  #givenBytes: number
  #takenByOther = 0
  #toldTaken = 0
  #isDrainAwaited = false
  #hasEnded = false
  #hasSaidEnd = false
  #hasOtherEnded = false
  #isOver = false
  #failure: Error | undefined

  constructor({ raw, secret, box, remoteAddress, peerKey }: UdpLinkParts) {
    this.#raw = raw
    this.#secret = secret
    this.#givenBytes = raw.givenBytes
    this.#box = box
    this.remoteAddress = remoteAddress
    this.peerKey = peerKey
    this.#incoming = new ReadQueue({
      onTaken: (takenBytes) => this.#grantRoom(takenBytes),
    })
    this.#pulse = new PathPulse({
      packetsReceived: () => raw.packetsReceived,
      isBusy: () => raw.inflight > 0 || this.queuedBytes > 0,
      ping: () => this.#sendSealed(datagramType.ping),
      onSilent: (silentMs) => this.destroy(new Error(`nothing came over the UDP path for ${silentMs} ms`)),
    })
    secret.on('data', (message: Buffer) => this.#onMessage(message))
    secret.on('end', () => this.#incoming.end())
    secret.on('error', (error: Error) => (this.#failure ??= error))
    secret.on('close', () => this.#onClose())
    raw.onAcknowledged = () => this.#tellRoom()
    raw.on('message', (bytes) => this.#onDatagram(bytes))
    if (secret.destroyed) setImmediate(() => this.#onClose())
    secret.resume()
  }

  start(handlers: LinkHandlers): void {
    this.#handlers = handlers
    // What has come already is told as all else is: not before this returns.
    setImmediate(() => this.#incoming.start(handlers))
  }

  write(bytes: Uint8Array): boolean {
    if (this.#isBreaking || this.#hasEnded) return false
    this.#pulse.busy()
    const messageBytes = clamp(Math.ceil(this.windowBytes * messageShare), messageBytesMin, messageBytesMax)
    for (let offset = 0; offset < bytes.length; offset += messageBytes) {
      const part = bytes.subarray(offset, offset + messageBytes)
      if (this.#canSend(part.length)) this.#sendData(part)
      else this.#keep(part)
    }
    this.#isDrainAwaited = !this.#hasRoom || this.#isWayFull
    return !this.#isDrainAwaited
  }

  get windowBytes(): number {
    return this.#window.bytesOf(this.#raw)
  }

  get queuedBytes(): number {
    return this.#waitingBytes + this.#secret._writableState.buffered
  }

  pause(): void {
    this.#incoming.pause()
  }

  resume(): void {
    this.#incoming.resume()
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (this.#waiting.length === 0) this.#sayEnd()
  }

  destroy(reason?: Error): void {
    this.#failure ??= reason
    this.#secret.destroy(reason)
  }

  get datagramBytesMax(): number {
    return this.#raw.mtu - packetOverheadBytes - boxOverheadBytes - 1
  }

  sendDatagram(bytes: Uint8Array): boolean {
    const waiting = this.#raw._sreqs.length - this.#raw._sfree.length
    if (this.#isOver || bytes.length > this.datagramBytesMax || waiting >= datagramsMax) return false
    this.#pulse.busy()
    this.#sendSealed(datagramType.payload, bytes)
    return true
  }

  get #hasRoom(): boolean {
    return this.#waiting.length === 0
  }

  /** udx gives back what was on its way, which makes no room any more. */
  get #isBreaking(): boolean {
    return this.#isOver || this.#raw.destroying || this.#secret.destroying
  }

  /** What the stream has been given, and the other end has not, is all that the way can take soon. */
  get #isWayFull(): boolean {
    return this.#givenBytes - this.#raw.acknowledgedBytes >= this.windowBytes
  }

  #canSend(byteCount: number): boolean {
    const room = windowBytes - (this.#sentBytes - this.#takenByOther)
    return this.#hasRoom && byteCount <= room
  }

  #sendData(bytes: Uint8Array): void {
    const message = this.#secret.alloc(1 + bytes.length)
    message[0] = messageType.data
    message.set(bytes, 1)
    this.#sentBytes += bytes.length
    this.#give(message)
  }

  #give(message: Buffer): void {
    this.#givenBytes += message.length + messageOverheadBytes
    this.#secret.write(message)
  }

  #keep(bytes: Uint8Array): void {
    this.#waiting.push(Buffer.from(bytes))
    this.#waitingBytes += bytes.length
  }

  #tellRoom(): void {
    if (!this.#isDrainAwaited || this.#isBreaking || !this.#hasRoom || this.#isWayFull) return
    this.#isDrainAwaited = false
    this.#handlers?.onDrain()
  }

  #sendWaiting(): void {
    while (this.#waiting[0] !== undefined) {
      const [bytes] = this.#waiting
      const room = windowBytes - (this.#sentBytes - this.#takenByOther)
      if (bytes.length > room) return
      this.#waiting.shift()
      this.#waitingBytes -= bytes.length
      this.#sendData(bytes)
    }
    if (this.#hasEnded) this.#sayEnd()
  }

  #sayEnd(): void {
    if (this.#hasSaidEnd) return
    this.#hasSaidEnd = true
    const message = this.#secret.alloc(1)
    message[0] = messageType.end
    this.#give(message)
    this.#endWhenBothHave()
  }

  #endWhenBothHave(): void {
    if (this.#hasSaidEnd && this.#hasOtherEnded) this.#secret.end()
  }

  #onMessage(message: Buffer): void {
    const body = message.subarray(1)
    switch (message[0]) {
      case messageType.data:
        this.#pulse.busy()
        // Who sends more than it was granted wants this end to keep more than it can.
        if (this.#incoming.waitingBytes + body.length > windowBytes || this.#hasOtherEnded)
          this.destroy(new Error('the other end overran'))
        else this.#incoming.push(body)
        break
      case messageType.room:
        if (body.length === 8) this.#onRoomGranted(Number(body.readBigUInt64BE()))
        break
      case messageType.end:
        this.#hasOtherEnded = true
        this.#incoming.end()
        this.#endWhenBothHave()
        break
      default:
    }
  }

  #onRoomGranted(takenBytes: number): void {
    if (takenBytes > this.#sentBytes) return this.destroy(new Error('the other end took more than was sent'))
    this.#takenByOther = Math.max(this.#takenByOther, takenBytes)
    this.#sendWaiting()
    this.#tellRoom()
  }

  #grantRoom(takenBytes: number): void {
    if (takenBytes - this.#toldTaken < windowBytes / 4 || this.#isOver) return
    this.#toldTaken = takenBytes
    const message = this.#secret.alloc(9)
    message[0] = messageType.room
    message.writeBigUInt64BE(BigInt(takenBytes), 1)
    this.#give(message)
  }

  #sendSealed(type: number, payload: Uint8Array = nothing): void {
    this.#raw.trySend(this.#box.seal(type, payload))
  }

  #onDatagram(bytes: Buffer): void {
    const plain = this.#box.open(bytes)
    if (plain?.[0] === datagramType.ping) this.#sendSealed(datagramType.pong)
    if (plain?.[0] === datagramType.payload) {
      this.#pulse.busy()
      this.#handlers?.onDatagram?.(plain.subarray(1))
    }
  }

  #onClose(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#pulse.stop()
    this.#waiting.length = 0
    this.#waitingBytes = 0
    this.#incoming.close(this.#failure)
  }
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)
