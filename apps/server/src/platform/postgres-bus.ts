// The bus between server processes that share a database: LISTEN and NOTIFY on one connection of its own.
//
// A PostgreSQL channel per bus channel, listened to while somebody here subscribes. Messages leave in batches, one
// statement each. Longer ones than NOTIFY carries are put into the table bus_messages, and only their id is notified.
// While the connection is down, messages to other processes are not kept; they have a gap anyway.

import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { BoundedQueue, createBackoff } from '@farport/basics'
import {
  Client,
  type ClientConfig,
  escapeIdentifier,
  type Notification,
  type QueryResult,
  type QueryResultRow,
} from 'pg'
import { assertChannel, LocalSubscribers, type Bus, type BusHandler } from './bus.ts'
import type { Json } from './json.ts'
import type { Log } from './log.ts'

export interface PostgresBusOptions {
  connection: ClientConfig
  log: Log
}

/** PostgreSQL's own limit is 7999 bytes. */
const payloadBytesMax = 7900
const batchLengthMax = 500
/** Beyond so many unsent messages (a database that stands still) new ones go to this process only. */
const queueLengthMax = 50_000
/** How long a process may take to fetch a long message. */
const longMessagesKept = '10 minutes'
const purgeEveryMs = 5 * 60_000

/** On the wire: the message itself, or where it is. */
type Payload = { message: Json } | { ref: string }

interface Outgoing {
  channel: string
  /** As JSON. */
  message: string
}

export async function openPostgresBus({ connection, log }: PostgresBusOptions): Promise<Bus> {
  const bus = new PostgresBus(connection, log)
  await bus.open()
  return bus
}

class PostgresBus implements Bus {
  readonly #connection: ClientConfig
  readonly #log: Log
  readonly #local: LocalSubscribers
  readonly #queue = new BoundedQueue<Outgoing>(queueLengthMax)
  readonly #gapHandlers = new Set<() => void>()
  /** Channels as PostgreSQL has them for this connection, or soon will. */
  readonly #listening = new Map<string, Promise<void>>()
  #client: Client | undefined
  #flush: Promise<void> | undefined
  #isClosing = false
  #purge: NodeJS.Timeout | undefined
  #reconnect: Promise<void> = Promise.resolve()
  #lastStatement: Promise<unknown> = Promise.resolve()
  #lastDelivery: Promise<void> = Promise.resolve()

  constructor(connection: ClientConfig, log: Log) {
    this.#connection = connection
    this.#log = log
    this.#local = new LocalSubscribers(log)
  }

  async open(): Promise<void> {
    await this.#connect()
    this.#purge = setInterval(() => void this.#purgeLongMessages(), purgeEveryMs)
    this.#purge.unref()
  }

  publish(channel: string, message: Json): void {
    assertChannel(channel)
    this.#local.deliver(channel, message)
    if (this.#client === undefined) return
    if (!this.#queue.push({ channel, message: JSON.stringify(message) })) {
      this.#log.warn({ channel }, 'the bus is full; other processes miss a message')
      return
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
    return this.#client !== undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#purge)
    await this.#flush
    await this.#client?.end()
    await this.#reconnect
  }

  async #connect(): Promise<void> {
    const client = new Client({ ...this.#connection, keepAlive: true, application_name: 'farport bus' })
    client.on('notification', (notification) => this.#receive(client, notification))
    await client.connect()
    let isLost = false
    const lost = (error?: Error) => {
      if (isLost) return
      isLost = true
      this.#reconnect = this.#lost(error)
    }
    client.on('error', lost)
    client.on('end', lost)
    this.#client = client
    this.#listening.clear()
    await Promise.all(this.#local.channels().map((channel) => this.#listen(channel)))
  }

  async #lost(error: Error | undefined): Promise<void> {
    this.#client = undefined
    this.#queue.drain()
    if (this.#isClosing) return
    this.#log.warn({ err: error }, 'the bus lost its connection')
    const backoff = createBackoff({ delayMsFirst: 50, delayMsMax: 5000, random: Math.random })
    while (!this.#isClosing && this.#client === undefined) {
      await wait(backoff.next())
      try {
        await this.#connect()
      } catch (cause) {
        this.#log.warn({ err: cause }, 'the bus finds no database')
      }
    }
    for (const handler of this.#gapHandlers) handler()
  }

  /** One at a time, in the order they are given: the last LISTEN or UNLISTEN of a channel is the one that counts. */
  #run<Row extends QueryResultRow>(client: Client, text: string, values: unknown[] = []): Promise<QueryResult<Row>> {
    const statement = () => client.query<Row>(text, values)
    const running = this.#lastStatement.then(statement, statement)
    this.#lastStatement = running.catch(() => undefined) // whoever asked is told
    return running
  }

  #listen(channel: string): Promise<void> {
    const under = this.#listening.get(channel)
    if (under !== undefined) return under
    if (this.#client === undefined) return Promise.resolve() // the next connection listens to all that is subscribed
    const listening = this.#run(this.#client, `listen ${escapeIdentifier(channel)}`).then(
      () => undefined,
      (error: unknown) => this.#log.warn({ err: error, channel }, 'the bus could not listen'),
    )
    this.#listening.set(channel, listening)
    return listening
  }

  #unlisten(channel: string): void {
    if (!this.#listening.delete(channel) || this.#client === undefined) return
    this.#run(this.#client, `unlisten ${escapeIdentifier(channel)}`).catch((error: unknown) =>
      this.#log.warn({ err: error, channel }, 'the bus could not unlisten'),
    )
  }

  /** What is published in one turn of the event loop leaves together. */
  async #flushSoon(): Promise<void> {
    await setImmediate()
    try {
      while (this.#client !== undefined && this.#queue.length > 0) await this.#sendBatch(this.#client)
    } catch (error) {
      this.#log.warn({ err: error }, 'the bus could not send; other processes miss messages')
    } finally {
      this.#flush = undefined
    }
  }

  async #sendBatch(client: Client): Promise<void> {
    const channels: string[] = []
    const payloads: string[] = []
    while (channels.length < batchLengthMax) {
      const outgoing = this.#queue.shift()
      if (outgoing === undefined) break
      const payload = `{"message":${outgoing.message}}`
      const isLong = Buffer.byteLength(payload) > payloadBytesMax
      channels.push(outgoing.channel)
      payloads.push(isLong ? await this.#storeLongMessage(client, outgoing.message) : payload)
    }
    const sql = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as batch (channel, payload)'
    await this.#run(client, sql, [channels, payloads])
  }

  #receive(client: Client, { channel, payload, processId }: Notification): void {
    const isOwn = processId === (client as Client & { processID: number }).processID // a property that the types lack
    if (isOwn || payload === undefined) return
    const content = JSON.parse(payload) as Payload // written by #sendBatch of another process
    // A long message has to be fetched; those after it wait for it.
    this.#lastDelivery = this.#lastDelivery.then(() =>
      'message' in content
        ? this.#local.deliver(channel, content.message)
        : this.#receiveLong(client, channel, content.ref),
    )
  }

  async #receiveLong(client: Client, channel: string, ref: string): Promise<void> {
    try {
      const sql = 'select message from bus_messages where id = $1'
      const answer = await this.#run<{ message: string }>(client, sql, [ref])
      for (const { message } of answer.rows) this.#local.deliver(channel, JSON.parse(message) as Json) // ours, see publish
    } catch (error) {
      this.#log.warn({ err: error, channel }, 'the bus could not fetch a long message')
    }
  }

  async #purgeLongMessages(): Promise<void> {
    if (this.#client === undefined) return
    const sql = 'delete from bus_messages where at < now() - $1::interval'
    await this.#run(this.#client, sql, [longMessagesKept]).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'the bus could not purge'),
    )
  }

  async #storeLongMessage(client: Client, message: string): Promise<string> {
    const sql = 'insert into bus_messages (message) values ($1) returning id'
    const answer = await this.#run<{ id: string }>(client, sql, [message])
    return JSON.stringify({ ref: answer.rows[0]?.id ?? '' } satisfies Payload)
  }
}
