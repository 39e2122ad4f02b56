// The bus between server processes: what is published here goes over a line, which PostgreSQL or NATS provides.
//
// Messages leave in batches, in their order. When the line is down, or does not keep up, messages are not kept: as soon as
// it carries again, the other processes are told that they have a gap, as this one is.

import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { BoundedQueue, createBackoff } from '@farport/basics'
import { assertChannel, LocalSubscribers, type Bus, type BusHandler } from './bus.ts'
import type { Json } from './json.ts'
import type { Log } from './log.ts'

export interface Outgoing {
  channel: string
  /** As JSON. */
  message: string
}

/** A connection that carries messages between processes: used until it is lost, and then never again. */
export interface BusLine {
  /** Resolves when it is over, with the reason if there is one. */
  readonly lost: Promise<Error | undefined>
  /** Resolves once messages on the channel arrive here. */
  listen(channel: string): Promise<void>
  unlisten(channel: string): Promise<void>
  /** Resolves when they are on their way; whether it could carry them all. */
  send(batch: readonly Outgoing[]): Promise<{ isWhole: boolean }>
  close(): Promise<void>
}

/** `receive` is called for messages of other processes only. */
export type OpenBusLine = (receive: (channel: string, message: Json) => void) => Promise<BusLine>

/** Every process listens to it. A message there means that messages on other channels were not sent. */
const gapsChannel = 'bus:gaps'
const batchLengthMax = 500
/** Beyond so many unsent messages (a line that stands still) new ones go to this process only. */
const queueLengthMax = 50_000
const queueCharactersMax = 100_000_000
const retryMs = 500
/** What was published before closing leaves within this, or not at all. */
const closeMsMax = 5000

export async function openSharedBus(options: { openLine: OpenBusLine; log: Log }): Promise<Bus> {
  const bus = new SharedBus(options)
  await bus.open()
  return bus
}

class SharedBus implements Bus {
  readonly #openLine: OpenBusLine
  readonly #log: Log
  readonly #local: LocalSubscribers
  readonly #queue = new BoundedQueue<Outgoing>(queueLengthMax)
  readonly #gapHandlers = new Set<() => void>()
  /** Channels as the present line has them, or soon will. */
  readonly #listening = new Map<string, Promise<void>>()
  readonly #closing = Promise.withResolvers<undefined>()
  #line: BusLine | undefined
  #queuedCharacters = 0
  /** Whether others have missed a message of this process, and do not know it. */
  #owesGap = false
  #flush: Promise<void> | undefined
  #isClosing = false
  #watch: Promise<void> = Promise.resolve()

  constructor({ openLine, log }: { openLine: OpenBusLine; log: Log }) {
    this.#openLine = openLine
    this.#log = log
    this.#local = new LocalSubscribers(log)
  }

  async open(): Promise<void> {
    this.#watch = this.#keepConnected(await this.#connect())
  }

  publish(channel: string, message: Json): void {
    assertChannel(channel)
    this.#local.deliver(channel, message)
    if (!this.#enqueue({ channel, message: JSON.stringify(message) })) {
      if (!this.#owesGap) this.#log.warn({ channel }, 'the bus is down or full; other processes miss messages')
      this.#owesGap = true
    }
    this.#flush ??= this.#flushSoon()
  }

  subscribe(channel: string, handler: BusHandler) {
    assertChannel(channel)
    const own: BusHandler = (message) => handler(message)
    this.#local.add(channel, own)
    return {
      ready: this.#listen(channel),
      [Symbol.dispose]: () => {
        this.#local.remove(channel, own)
        if (!this.#local.has(channel)) this.#unlisten(channel)
      },
    }
  }

  onGap(handler: () => void): Disposable {
    const own = () => handler()
    this.#gapHandlers.add(own)
    return { [Symbol.dispose]: () => this.#gapHandlers.delete(own) }
  }

  isUp(): boolean {
    return this.#line !== undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    this.#closing.resolve(undefined)
    await Promise.race([this.#flush, wait(closeMsMax, undefined, { ref: false })])
    await this.#watch
    await this.#line?.close()
  }

  async #connect(): Promise<BusLine> {
    const line = await this.#openLine((channel, message) => this.#receive(channel, message))
    this.#line = line
    this.#listening.clear()
    await Promise.all([gapsChannel, ...this.#local.channels()].map((channel) => this.#listen(channel)))
    return line
  }

  async #keepConnected(first: BusLine): Promise<void> {
    for (let line: BusLine | undefined = first; line !== undefined; line = await this.#reconnect()) {
      const why = await Promise.race([line.lost, this.#closing.promise])
      if (this.#isClosing) return
      this.#line = undefined
      if (this.#queue.drain().length > 0) this.#owesGap = true
      this.#queuedCharacters = 0
      this.#log.warn({ err: why }, 'the bus lost its connection')
    }
  }

  /** Undefined when it is closed meanwhile. */
  async #reconnect(): Promise<BusLine | undefined> {
    const backoff = createBackoff({ delayMsFirst: 50, delayMsMax: 5000, random: Math.random })
    while (!this.#isClosing) {
      await Promise.race([wait(backoff.next()), this.#closing.promise])
      if (this.#isClosing) return undefined
      try {
        const line = await this.#connect()
        this.#tellGap()
        this.#flush ??= this.#flushSoon()
        return line
      } catch (cause) {
        this.#log.warn({ err: cause }, 'the bus cannot connect again; trying once more')
      }
    }
    return undefined
  }

  #receive(channel: string, message: Json): void {
    if (channel === gapsChannel) this.#tellGap()
    else this.#local.deliver(channel, message)
  }

  #tellGap(): void {
    for (const handler of this.#gapHandlers) handler()
  }

  #listen(channel: string): Promise<void> {
    const under = this.#listening.get(channel)
    if (under !== undefined) return under
    if (this.#line === undefined) return Promise.resolve() // the next line listens to all that is subscribed
    const listening = this.#line
      .listen(channel)
      .catch((error: unknown) => this.#log.warn({ err: error, channel }, 'the bus could not listen'))
    this.#listening.set(channel, listening)
    return listening
  }

  #unlisten(channel: string): void {
    if (!this.#listening.delete(channel)) return
    this.#line
      ?.unlisten(channel)
      .catch((error: unknown) => this.#log.warn({ err: error, channel }, 'the bus could not unlisten'))
  }

  #enqueue(outgoing: Outgoing): boolean {
    const charactersThen = this.#queuedCharacters + outgoing.message.length
    if (this.#line === undefined || charactersThen > queueCharactersMax) return false
    if (!this.#queue.push(outgoing)) return false
    this.#queuedCharacters = charactersThen
    return true
  }

  /** What is published in one turn of the event loop leaves together. */
  async #flushSoon(): Promise<void> {
    await setImmediate()
    for (let line = this.#line; line !== undefined; line = this.#line) {
      const batch = this.#nextBatch()
      if (batch.length === 0) break
      const wasSent = await this.#send(line, batch)
      if (wasSent) continue
      if (this.#isClosing) break
      await Promise.race([wait(retryMs), this.#closing.promise])
    }
    this.#flush = undefined
  }

  async #send(line: BusLine, batch: readonly Outgoing[]): Promise<boolean> {
    try {
      const { isWhole } = await line.send(batch)
      if (!isWhole) this.#owesGap = true
      return true
    } catch (error) {
      this.#owesGap = true
      this.#log.warn({ err: error }, 'the bus could not send; other processes miss messages')
      return false
    }
  }

  #nextBatch(): Outgoing[] {
    const batch: Outgoing[] = []
    if (this.#owesGap) batch.push({ channel: gapsChannel, message: 'null' })
    this.#owesGap = false
    while (batch.length < batchLengthMax) {
      const outgoing = this.#queue.shift()
      if (outgoing === undefined) break
      this.#queuedCharacters -= outgoing.message.length
      batch.push(outgoing)
    }
    return batch
  }
}
