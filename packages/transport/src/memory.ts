// Links within one process, for tests and for a world in one process. They behave like sockets: asynchronous, bounded.

import { accept, refuse } from '@farport/basics'
import type { Link, LinkHandlers, Place, Transport } from './link.ts'

/** From here on a write asks its caller to wait. */
const queuedBytesHigh = 65_536

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
export function createMemoryPair(keys: { left?: string; right?: string } = {}): [Link, Link] {
  const left = new MemoryLink(keys.right)
  const right = new MemoryLink(keys.left)
  left.other = right
  right.other = left
  return [left, right]
}

type Step = { readonly bytes: Uint8Array } | 'end'

class MemoryLink implements Link {
  readonly kind = 'memory'
  readonly remoteAddress = 'memory'
  readonly peerKey: string | undefined
  /** Set right after making. */
  other: MemoryLink | undefined
  #handlers: LinkHandlers | undefined
  #arriving: Step[] = []
  #queuedBytes = 0
  #isDrainAwaited = false
  #isPaused = false
  #isScheduled = false
  #hasEnded = false
  #hasReceivedEnd = false
  #isClosed = false
  #closeReason: Error | undefined

  constructor(peerKey: string | undefined) {
    this.peerKey = peerKey
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
    this.#queuedBytes += bytes.length
    this.other?.arrive({ bytes: Uint8Array.from(bytes) })
    this.#isDrainAwaited = this.#queuedBytes >= queuedBytesHigh
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
    this.other?.arrive('end')
    this.#closeWhenBothEnded()
  }

  destroy(reason?: Error): void {
    if (this.#isClosed) return
    this.other?.close(this.#hasEnded && this.#hasReceivedEnd ? undefined : new Error('the other end closed the link'))
    this.close(reason)
  }

  arrive(step: Step): void {
    this.#arriving.push(step)
    this.#schedule()
  }

  close(reason: Error | undefined): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closeReason = reason
    this.#arriving = []
    setImmediate(() => this.#handlers?.onClose(reason))
  }

  taken(byteCount: number): void {
    this.#queuedBytes -= byteCount
    if (!this.#isDrainAwaited || this.#queuedBytes > 0) return
    this.#isDrainAwaited = false
    this.#handlers?.onDrain()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#arriving.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#deliver()
    })
  }

  #deliver(): void {
    while (this.#handlers !== undefined && !this.#isPaused && !this.#isClosed) {
      const step = this.#arriving.shift()
      if (step === undefined) return
      if (step === 'end') {
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
