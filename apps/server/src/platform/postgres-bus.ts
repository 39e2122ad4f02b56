// The bus between server processes that share a database: LISTEN and NOTIFY on one connection of its own.
//
// A PostgreSQL channel per bus channel, listened to while somebody here subscribes. A batch is one statement. Longer
// messages than NOTIFY carries are put into the table bus_messages, and only their id is notified.

import {
  type Client,
  type ClientConfig,
  escapeIdentifier,
  type Notification,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg'
import type { Bus } from './bus.ts'
import { DatabaseClient } from './database-client.ts'
import type { Json } from './json.ts'
import type { Log } from './log.ts'
import { openSharedBus, type BusLine, type OpenBusLine, type Outgoing } from './shared-bus.ts'

/** PostgreSQL's own limit is 7999 bytes. */
const payloadBytesMax = 7900
/** How long a process may take to fetch a long message. */
const longMessagesKept = '10 minutes'
const purgeEveryMs = 5 * 60_000
/** A connection that is silent for so long is asked whether it still is one. */
const keepAliveAfterMs = 10_000

/** On the wire: the message itself, or where it is. */
type Payload = { message: Json } | { ref: string }

export function openPostgresBus({ connection, log }: { connection: ClientConfig; log: Log }): Promise<Bus> {
  const openLine: OpenBusLine = async (receive) => {
    const client = new DatabaseClient({
      ...connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      connectionTimeoutMillis: 10_000,
      application_name: 'farport bus',
    })
    await client.connect()
    return new PostgresLine(client, receive, log)
  }
  return openSharedBus({ openLine, log })
}

class PostgresLine implements BusLine {
  readonly lost: Promise<Error | undefined>
  readonly #client: Client
  readonly #deliver: (channel: string, message: Json) => void
  readonly #log: Log
  readonly #purge: NodeJS.Timeout
  #lastStatement: Promise<unknown> = Promise.resolve()
  #lastDelivery: Promise<void> = Promise.resolve()

  constructor(client: Client, deliver: (channel: string, message: Json) => void, log: Log) {
    this.#client = client
    this.#deliver = deliver
    this.#log = log
    this.#purge = setInterval(() => void this.#purgeLongMessages(), purgeEveryMs)
    this.#purge.unref()
    this.lost = new Promise((resolve) => {
      client.on('error', resolve)
      client.once('end', () => resolve(undefined))
    })
    void this.lost.then(() => clearInterval(this.#purge))
    client.on('notification', (notification) => this.#receive(notification))
  }

  async listen(channel: string): Promise<void> {
    await this.#run(`listen ${escapeIdentifier(channel)}`)
  }

  async unlisten(channel: string): Promise<void> {
    await this.#run(`unlisten ${escapeIdentifier(channel)}`)
  }

  async send(batch: readonly Outgoing[]): Promise<{ isWhole: boolean }> {
    const payloads: string[] = []
    for (const { message } of batch) {
      const payload = `{"message":${message}}`
      const isLong = Buffer.byteLength(payload) > payloadBytesMax
      payloads.push(isLong ? await this.#storeLongMessage(message) : payload)
    }
    const text = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as batch (channel, payload)'
    await this.#run({ name: 'notify', text, values: [batch.map(({ channel }) => channel), payloads] })
    return { isWhole: true }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** One at a time, in the order they are given: the last LISTEN or UNLISTEN of a channel is the one that counts. */
  #run<Row extends QueryResultRow>(query: string | QueryConfig): Promise<QueryResult<Row>> {
    const statement = () => this.#client.query<Row>(query)
    const running = this.#lastStatement.then(statement, statement)
    this.#lastStatement = running.catch(() => undefined) // whoever asked is told
    return running
  }

  #receive({ channel, payload, processId }: Notification): void {
    const ownProcessId = (this.#client as Client & { processID: number }).processID // a property that the types lack
    if (processId === ownProcessId || payload === undefined) return
    const content = JSON.parse(payload) as Payload // written by send of another process
    // A long message has to be fetched; those after it wait for it.
    this.#lastDelivery = this.#lastDelivery.then(() =>
      'message' in content ? this.#deliver(channel, content.message) : this.#receiveLong(channel, content.ref),
    )
  }

  async #receiveLong(channel: string, ref: string): Promise<void> {
    try {
      const text = 'select message from bus_messages where id = $1'
      const answer = await this.#run<{ message: string }>({ text, values: [ref] })
      for (const { message } of answer.rows) this.#deliver(channel, JSON.parse(message) as Json) // ours, see send
    } catch (error) {
      this.#log.warn({ err: error, channel }, 'the bus could not fetch a long message')
    }
  }

  async #purgeLongMessages(): Promise<void> {
    const text = 'delete from bus_messages where at < now() - $1::interval'
    await this.#run({ text, values: [longMessagesKept] }).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'the bus could not purge'),
    )
  }

  async #storeLongMessage(message: string): Promise<string> {
    const text = 'insert into bus_messages (message) values ($1) returning id'
    const answer = await this.#run<{ id: string }>({ text, values: [message] })
    return JSON.stringify({ ref: answer.rows[0]?.id ?? '' } satisfies Payload)
  }
}
