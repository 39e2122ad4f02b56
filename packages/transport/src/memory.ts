// Links within one process, for tests and for a world in one process. They behave like sockets: asynchronous, bounded.
// On demand they are as slow, far and unreliable as links are in bad weather.

import { accept, refuse } from '@farport/basics'
import type { Link, LinkHandlers, Place, Transport } from './link.ts'

export interface MemoryConditions {
  /** Until bytes arrive. */
  readonly delayMs?: number
  /** No more arrive in a millisecond. */
  readonly bytesPerMs?: number
  /** From here on a write asks its caller to wait: what a system, and all that stands in between, keeps of one way. */
  readonly bufferBytes?: number
  /** Datagrams travel beside the bytes. */
  readonly datagramBytesMax?: number
  readonly weather?: MemoryWeather
}

const queuedBytesHighDefault = 65_536
/** Of a slow link bytes arrive in such pieces. */
const pieceBytes = 4096

/** What happens to a link from outside. */
export class MemoryWeather {
  isStalled = false
  readonly #links: MemoryLink[] = []

  /** Nothing arrives any more, neither way, until it clears up: not even that an end closes. */
  stall(): void {
    this.isStalled = true
  }

  clear(): void {
    this.isStalled = false
    for (const link of this.#links) link.weatherChanged()
  }

  /** Both ends close, and what had not arrived is lost. */
  cut(): void {
    for (const link of this.#links) link.close(new Error('the link was cut'))
  }

  add(link: MemoryLink): void {
    this.#links.push(link)
  }
}

/** Its places are its own: two memory transports never meet. */
export function createMemoryTransport(): Transport {
  const listeners = new Map<number, (link: Link) => void>()
  let portNext = 1
  return {
    async listen({ host, port }, onLink) {
      const place: Place = { host, port: port === 0 ? portNext++ : port }
      if (listeners.has(place.port)) throw new Error(`port ${place.port} is taken`)
      listeners.set(place.port, onLink)
      return {
        place,
        async [Symbol.asyncDispose]() {
          listeners.delete(place.port)
        },
      }
    },
    async connect({ port }) {
      const onLink = listeners.get(port)
      if (onLink === undefined) return refuse({ code: 'unreachable', message: `nobody listens at ${port}` })
      const [near, far] = createMemoryPair()
      onLink(far)
      return accept(near)
    },
  }
}

/** Two ends of one link. Keys, when given, are those that the *other* end sees. */
export function createMemoryPair(
  keys: { left?: string; right?: string } = {},
  conditions: MemoryConditions = {},
): [Link, Link] {
  const left = new MemoryLink(keys.right, conditions)
  const right = new MemoryLink(keys.left, conditions)
  left.other = right
  right.other = left
  return [left, right]
}

interface Step {
  /** None: the end. */
  readonly bytes: Uint8Array | undefined
  readonly dueAtMs: number
}

class MemoryLink implements Link {
  readonly kind = 'memory'
  readonly remoteAddress = 'memory'
  readonly peerKey: string | undefined
  readonly sendDatagram?: (bytes: Uint8Array) => boolean
  readonly datagramBytesMax?: number
  /** Set right after making. */
  other: MemoryLink | undefined
  readonly #conditions: MemoryConditions
  #handlers: LinkHandlers | undefined
  #dueLastAtMs = 0
  /** The other end has closed, and bad weather keeps that from this one. */
  #closeHeldUp: { readonly reason: Error | undefined } | undefined
  #arriving: Step[] = []
  #queuedBytes = 0
  #isDrainAwaited = false
  #isPaused = false
  #isScheduled = false
  #hasEnded = false
  #hasReceivedEnd = false
  #isClosed = false
  #closeReason: Error | undefined

  constructor(peerKey: string | undefined, conditions: MemoryConditions) {
    this.peerKey = peerKey
    this.#conditions = conditions
    conditions.weather?.add(this)
    const { datagramBytesMax } = conditions
    if (datagramBytesMax === undefined) return
    this.datagramBytesMax = datagramBytesMax
    this.sendDatagram = (bytes) => bytes.length <= datagramBytesMax && this.#sendDatagram(bytes)
  }

  start(handlers: LinkHandlers): void {
    this.#handlers = handlers
    if (this.#isClosed) setImmediate(() => handlers.onClose(this.#closeReason))
    else this.#schedule()
  }

  get queuedBytes(): number {
    return this.#queuedBytes
  }

  write(bytes: Uint8Array): boolean {
    if (this.#hasEnded || this.#isClosed) return false
    const { bytesPerMs, bufferBytes } = this.#conditions
    this.#queuedBytes += bytes.length
    const step = bytesPerMs === undefined ? bytes.length : pieceBytes
    for (let offset = 0; offset < bytes.length; offset += step)
      this.other?.arrive(Uint8Array.from(bytes.subarray(offset, offset + step)))
    this.#isDrainAwaited = this.#queuedBytes >= (bufferBytes ?? queuedBytesHighDefault)
    return !this.#isDrainAwaited
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#schedule()
  }

  end(): void {
    if (this.#hasEnded || this.#isClosed) return
    this.#hasEnded = true
    this.other?.arrive(undefined)
    this.#closeWhenBothEnded()
  }

  destroy(reason?: Error): void {
    if (this.#isClosed) return
    this.other?.otherClosed(
      this.#hasEnded && this.#hasReceivedEnd ? undefined : new Error('the other end closed the link'),
    )
    this.close(reason)
  }

  arrive(bytes: Uint8Array | undefined): void {
    const { delayMs = 0, bytesPerMs = Infinity } = this.#conditions
    const freeAtMs = Math.max(performance.now(), this.#dueLastAtMs - delayMs) + (bytes?.length ?? 0) / bytesPerMs
    this.#dueLastAtMs = freeAtMs + delayMs
    this.#arriving.push({ bytes, dueAtMs: this.#dueLastAtMs })
    this.#schedule()
  }

  datagramArrived(bytes: Uint8Array): void {
    if (!this.#isClosed && !this.#conditions.weather?.isStalled) this.#handlers?.onDatagram?.(bytes)
  }

  otherClosed(reason: Error | undefined): void {
    if (this.#conditions.weather?.isStalled) this.#closeHeldUp = { reason }
    else this.close(reason)
  }

  weatherChanged(): void {
    if (this.#closeHeldUp !== undefined) this.close(this.#closeHeldUp.reason)
    else this.#schedule()
  }

  close(reason: Error | undefined): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closeReason = reason
    this.#arriving = []
    this.#closeHeldUp = undefined
    setImmediate(() => this.#handlers?.onClose(reason))
  }

  taken(byteCount: number): void {
    this.#queuedBytes -= byteCount
    if (!this.#isDrainAwaited || this.#queuedBytes > 0) return
    this.#isDrainAwaited = false
    this.#handlers?.onDrain()
  }

  #sendDatagram(bytes: Uint8Array): boolean {
    if (this.#isClosed) return false
    if (this.#conditions.weather?.isStalled) return true
    const copy = Uint8Array.from(bytes)
    setTimeout(() => this.other?.datagramArrived(copy), this.#conditions.delayMs ?? 0)
    return true
  }

  #schedule(): void {
    const [first] = this.#arriving
    if (this.#isScheduled || first === undefined) return
    this.#isScheduled = true
    const deliver = (): void => {
      this.#isScheduled = false
      this.#deliver()
    }
    const waitMs = first.dueAtMs - performance.now()
    if (waitMs > 0) setTimeout(deliver, waitMs)
    else setImmediate(deliver)
  }

  #deliver(): void {
    while (this.#handlers !== undefined && !this.#isPaused && !this.#isClosed && !this.#conditions.weather?.isStalled) {
      const [step] = this.#arriving
      if (step === undefined) return
      if (step.dueAtMs > performance.now()) return this.#schedule()
      this.#arriving.shift()
      if (step.bytes === undefined) {
        this.#hasReceivedEnd = true
        this.#handlers.onEnd()
        this.#closeWhenBothEnded()
      } else {
        this.#handlers.onBytes(step.bytes)
        this.other?.taken(step.bytes.length)
      }
    }
  }

  /** As a socket does: ended both ways is closed. */
  #closeWhenBothEnded(): void {
    if (this.#hasEnded && this.#hasReceivedEnd) this.close(undefined)
  }
}
