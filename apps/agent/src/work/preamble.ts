// What is said on a stream before it is carried: read word by word, and then the stream goes on as if nothing had been.

import type { SocksReading } from '@farport/protocol'
import type { SessionStream, StreamEnd, StreamHandlers, StreamRefusal } from '@farport/session'
import { StreamAfter } from './stream-after.ts'

type Settled<Value> = Exclude<SocksReading<Value>, { state: 'incomplete' }> | { readonly state: 'over' }

/** So many little pieces become one, or they would take far more than a window. */
const piecesMax = 512

export class Preamble implements StreamHandlers {
  readonly #stream: SessionStream
  /** Come and not read yet. At most one window, because nothing of it is told to be consumed. */
  #pieces: Uint8Array[] = []
  #look: (() => void) | undefined
  #hasEnded = false
  #end: StreamEnd | undefined
  #next: StreamHandlers | undefined

  /** The stream has not been started. */
  constructor(stream: SessionStream) {
    this.#stream = stream
    stream.start(this)
  }

  /** The next word. `over`: the other end says no more, or the stream is reset. One at a time. */
  async read<Value>(reader: (bytes: Uint8Array) => SocksReading<Value>): Promise<Settled<Value>> {
    const { promise, resolve } = Promise.withResolvers<Settled<Value>>()
    this.#look = () => {
      const reading = reader(this.#whole())
      if (reading.state !== 'incomplete') resolve(reading)
      else if (this.#hasEnded || this.#end !== undefined) resolve({ state: 'over' })
    }
    this.#look()
    const reading = await promise
    this.#look = undefined
    if (reading.state === 'read') this.#drop(reading.byteCount)
    return reading
  }

  /** What follows, as a stream that has just been accepted. Nothing is read any more. */
  rest(): SessionStream {
    return new StreamAfter(this.#stream, (handlers) => this.#handOver(handlers))
  }

  /** Last words: they reach the other end if it listens, and what it still says is thrown away. */
  finish(lastWords: Uint8Array, { lingerMs }: { lingerMs: number }): void {
    this.#stream.write(lastWords)
    this.#stream.end()
    this.#handOver(listensToNothing(this.#stream))
    const timer = setTimeout(() => this.#stream.reset(finished), lingerMs)
    void this.#stream.closed.then(() => clearTimeout(timer))
  }

  onBytes(bytes: Uint8Array, isLast: boolean): void {
    if (this.#next !== undefined) return this.#next.onBytes(bytes, isLast)
    this.#pieces.push(Uint8Array.from(bytes))
    if (this.#pieces.length >= piecesMax) this.#whole()
    this.#look?.()
  }

  onDrain(): void {
    this.#next?.onDrain()
  }

  /** One that comes before its time is lost, as datagrams may be. */
  onDatagram(bytes: Uint8Array): void {
    this.#next?.onDatagram?.(bytes)
  }

  onEnd(): void {
    this.#hasEnded = true
    if (this.#next !== undefined) this.#next.onEnd()
    else this.#look?.()
  }

  onClose(end: StreamEnd): void {
    this.#end = end
    if (this.#next !== undefined) this.#next.onClose(end)
    else this.#look?.()
  }

  #handOver(handlers: StreamHandlers): void {
    this.#next = handlers
    const unread = this.#whole()
    this.#pieces = []
    if (unread.length > 0) handlers.onBytes(unread, true)
    if (this.#hasEnded) handlers.onEnd()
    if (this.#end !== undefined) handlers.onClose(this.#end)
  }

  #drop(byteCount: number): void {
    this.#pieces = [this.#whole().subarray(byteCount)]
    this.#stream.consumed(byteCount)
  }

  #whole(): Uint8Array {
    const [first] = this.#pieces
    const whole = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces)
    this.#pieces = [whole]
    return whole
  }
}

const finished: StreamRefusal = { code: 0, message: '' }

function listensToNothing(stream: SessionStream): StreamHandlers {
  return {
    onBytes: (bytes) => stream.consumed(bytes.length),
    onDrain: () => undefined,
    onEnd: () => undefined,
    onClose: () => undefined,
  }
}
