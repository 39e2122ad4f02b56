// What every link promises, as tests: an implementation's own test file calls `describeTransport` and is done.

import { createHash, randomBytes, type Hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Link, Transport } from './link.ts'

export interface TransportPair {
  /** For the end that listens, and for the end that connects; mostly the same. */
  readonly listening: Transport
  readonly connecting: Transport
  /** Whether links prove keys: then each end sees the other's. */
  readonly keys?: { readonly listening: string; readonly connecting: string }
}

export function describeTransport(name: string, create: () => Promise<TransportPair>): void {
  describe(`a ${name} link`, () => {
    it('carries bytes in order, in both directions, whatever the size of the writes', async () => {
      await using ends = await connectEnds(await create())
      const sizes = [1, 2, 3, 100, 8191, 8192, 16_384, 65_535, 65_536, 65_544, 262_144, 1_000_000]
      for (const end of [ends.near, ends.far]) for (const size of sizes) await end.send(randomBytes(size))
      for (const end of [ends.near, ends.far]) end.link.end()
      await Promise.all([ends.near.ended, ends.far.ended])
      expect(ends.near.received.digest('hex')).toBe(ends.far.sent.digest('hex'))
      expect(ends.far.received.digest('hex')).toBe(ends.near.sent.digest('hex'))
    })

    it('carries much both ways at once, unharmed', async () => {
      await using ends = await connectEnds(await create())
      const pump = async (end: End): Promise<void> => {
        for (let block = 0; block < 256; block += 1) await end.send(randomBytes(65_536))
        end.link.end()
      }
      await Promise.all([pump(ends.near), pump(ends.far), ends.near.ended, ends.far.ended])
      expect(ends.near.received.digest('hex')).toBe(ends.far.sent.digest('hex'))
      expect(ends.far.received.digest('hex')).toBe(ends.near.sent.digest('hex'))
    })

    it('gives written bytes back to their owner at once', async () => {
      await using ends = await connectEnds(await create())
      const bytes = Buffer.alloc(200_000)
      for (let value = 1; value <= 20; value += 1) {
        ends.near.write(bytes.fill(value))
        bytes.fill(99)
        await ends.near.drained()
      }
      ends.near.link.end()
      await ends.far.ended
      expect(ends.far.received.digest('hex')).toBe(ends.near.sent.digest('hex'))
    })

    it('asks a writer to wait while the other end does not read, and says when to go on', async () => {
      await using ends = await connectEnds(await create())
      ends.far.link.pause()
      const block = randomBytes(65_536)
      let written = 0
      // 64 MiB are more than any system keeps for a reader that does not come.
      while (written < 1024 && ends.near.write(block)) {
        written += 1
        await turn()
      }
      expect(written).toBeLessThan(1024)
      expect(ends.near.link.queuedBytes).toBeGreaterThan(0)
      ends.far.link.resume()
      await ends.near.drained()
      ends.near.link.end()
      await ends.far.ended
      expect(ends.near.link.queuedBytes).toBe(0)
      expect(ends.far.received.digest('hex')).toBe(ends.near.sent.digest('hex'))
    })

    it('that is paused delivers nothing more, and everything when it is resumed', async () => {
      await using ends = await connectEnds(await create())
      await ends.near.send(randomBytes(10))
      await ends.far.until(() => ends.far.receivedBytes === 10)
      ends.far.link.pause()
      await ends.near.send(randomBytes(1000))
      await ends.far.send(randomBytes(10))
      await ends.near.until(() => ends.near.receivedBytes === 10)
      expect(ends.far.receivedBytes).toBe(10)
      ends.far.link.resume()
      await ends.far.until(() => ends.far.receivedBytes === 1010)
    })

    it('goes on the other way when one end has ended', async () => {
      await using ends = await connectEnds(await create())
      await ends.near.send(Buffer.from('question'))
      ends.near.link.end()
      await ends.far.ended
      await ends.far.send(randomBytes(300_000))
      ends.far.link.end()
      await ends.near.ended
      expect(ends.near.receivedBytes).toBe(300_000)
      expect(await Promise.all([ends.near.closed, ends.far.closed])).toEqual([undefined, undefined])
    })

    it('that one end destroys is over for both', async () => {
      await using ends = await connectEnds(await create())
      await ends.near.send(Buffer.from('first'))
      await ends.far.until(() => ends.far.receivedBytes === 5)
      ends.near.link.destroy(new Error('enough'))
      expect(await ends.near.closed).toMatchObject({ message: 'enough' })
      await Promise.race([ends.far.ended, ends.far.closed])
      expect(ends.near.write(Buffer.from('late'))).toBe(false)
      // A dead link is found out by writing at the latest.
      while (!ends.far.isClosed) {
        ends.far.write(randomBytes(1000))
        ends.far.link.end()
        await turn()
      }
    })

    it('delivers what came before anybody listened', async () => {
      const pair = await create()
      await using ends = await connectEnds(pair, { startFarAfter: 'bytes' })
      await ends.far.until(() => ends.far.receivedBytes === 70_000)
      expect(ends.far.received.digest('hex')).toBe(ends.near.sent.digest('hex'))
    })

    it('tells that the other end had ended before anybody listened', async () => {
      await using ends = await connectEnds(await create(), { startFarAfter: 'end' })
      await ends.far.ended
      await ends.far.send(randomBytes(1000))
      await ends.near.until(() => ends.near.receivedBytes === 1000)
    })

    it('knows the other end', async () => {
      const pair = await create()
      await using ends = await connectEnds(pair)
      expect(ends.near.link.remoteAddress).not.toBe('')
      expect(ends.far.link.remoteAddress).not.toBe('')
      expect(ends.near.link.peerKey).toBe(pair.keys?.listening)
      expect(ends.far.link.peerKey).toBe(pair.keys?.connecting)
    })

    it('is refused where nobody listens', async () => {
      const { listening, connecting } = await create()
      const listener = await listening.listen({ host: '127.0.0.1', port: 0 }, () => undefined)
      await listener[Symbol.asyncDispose]()
      expect(await connecting.connect(listener.place)).toMatchObject({ ok: false, refusal: { code: 'unreachable' } })
    })
  })
}

/** One end of a link, with what it has sent and received. */
class End {
  readonly link: Link
  readonly sent: Hash = createHash('sha256')
  readonly received: Hash = createHash('sha256')
  receivedBytes = 0
  isClosed = false
  readonly ended: Promise<void>
  /** With the reason, if there was one. */
  readonly closed: Promise<Error | undefined>
  #onDrain: () => void = () => undefined
  #isFull = false
  readonly #end = Promise.withResolvers<void>()
  readonly #close = Promise.withResolvers<Error | undefined>()

  constructor(link: Link) {
    this.link = link
    this.ended = this.#end.promise
    this.closed = this.#close.promise
  }

  start(): this {
    this.link.start({
      onBytes: (bytes) => {
        this.received.update(bytes)
        this.receivedBytes += bytes.length
      },
      onDrain: () => {
        this.#isFull = false
        this.#onDrain()
      },
      onEnd: () => this.#end.resolve(),
      onClose: (reason) => {
        this.isClosed = true
        this.#close.resolve(reason)
        this.#onDrain()
      },
    })
    return this
  }

  write(bytes: Uint8Array): boolean {
    this.sent.update(bytes)
    const hasRoom = this.link.write(bytes)
    this.#isFull = !hasRoom
    return hasRoom
  }

  async send(bytes: Uint8Array): Promise<void> {
    if (!this.write(bytes)) await this.drained()
  }

  async drained(): Promise<void> {
    if (!this.#isFull) return
    await new Promise<void>((resolve) => (this.#onDrain = resolve))
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await turn()
  }
}

interface Ends extends AsyncDisposable {
  readonly near: End
  readonly far: End
}

async function connectEnds(
  pair: TransportPair,
  { startFarAfter = 'connecting' }: { startFarAfter?: 'connecting' | 'bytes' | 'end' } = {},
): Promise<Ends> {
  const arrival = Promise.withResolvers<Link>()
  const listener = await pair.listening.listen({ host: '127.0.0.1', port: 0 }, arrival.resolve)
  const connected = await pair.connecting.connect(listener.place)
  if (!connected.ok) throw new Error(connected.refusal.message)
  const near = new End(connected.value).start()
  const far = new End(await arrival.promise)
  if (startFarAfter === 'bytes') for (let block = 0; block < 7; block += 1) near.write(randomBytes(10_000))
  if (startFarAfter === 'end') near.link.end()
  if (startFarAfter !== 'connecting') for (let turns = 0; turns < 20; turns += 1) await turn()
  far.start()
  return {
    near,
    far,
    async [Symbol.asyncDispose]() {
      near.link.destroy()
      far.link.destroy()
      await Promise.all([near.closed, far.closed])
      await listener[Symbol.asyncDispose]()
    },
  }
}

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
