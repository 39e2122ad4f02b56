// The bus between many server processes: NATS, a subject per channel. Ask of NATS nothing but to pass messages on: what
// must not be lost is in the database.

import { setTimeout as wait } from 'node:timers/promises'
import {
  AuthorizationError,
  connect,
  PermissionViolationError,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import type { Json } from './json.ts'
import type { Log } from './log.ts'
import type { NatsPlace } from './nats-place.ts'
import { openSharedBus, type BusLine, type OpenBusLine, type Outgoing } from './shared-bus.ts'

export interface NatsBusOptions {
  place: NatsPlace
  /** Sets installations apart that share a NATS; one token of a subject. */
  installation: string
  log: Log
  /** How long NATS may take to be there at the start. */
  waitMsMax?: number
}

/** A server that misses two of these counts as lost. */
const pingEveryMs = 5000

export async function openNatsBus(options: NatsBusOptions): Promise<Bus> {
  const { log, waitMsMax = 15_000 } = options
  const deadlineMs = performance.now() + waitMsMax
  for (;;) {
    try {
      return await openSharedBus({ openLine: (receive) => openNatsLine(options, receive), log })
    } catch (error) {
      const isHopeless = error instanceof AuthorizationError || performance.now() > deadlineMs
      if (isHopeless) throw new Error('the bus cannot connect to NATS', { cause: error })
      log.warn({ err: error }, 'NATS does not answer yet; trying again')
      await wait(500)
    }
  }
}

async function openNatsLine(
  { place, installation, log }: NatsBusOptions,
  receive: Parameters<OpenBusLine>[0],
): Promise<BusLine> {
  const connection = await connect({
    servers: place.servers,
    ...place.credentials,
    ...(place.isTls ? { tls: {} } : {}),
    name: 'farport bus',
    // A lost connection is a lost line: whoever uses it opens another one, and so knows of the gap.
    reconnect: false,
    noEcho: true,
    ignoreClusterUpdates: true,
    timeout: 5000,
    pingInterval: pingEveryMs,
    maxPingOut: 2,
  })
  return new NatsLine({ connection, subjectPrefix: `farport.${installation}.`, receive, log })
}

interface NatsLineOptions {
  connection: NatsConnection
  subjectPrefix: string
  receive: (channel: string, message: Json) => void
  log: Log
}

class NatsLine implements BusLine {
  readonly lost: Promise<Error | undefined>
  readonly #options: NatsLineOptions
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #roundTrips = new Set<PromiseWithResolvers<void>>()

  constructor(options: NatsLineOptions) {
    this.#options = options
    this.lost = options.connection.closed().then((error) => error ?? undefined)
    void this.lost.then((cause) => {
      for (const { reject } of this.#roundTrips) reject(new Error('the connection to NATS was lost', { cause }))
    })
  }

  async listen(channel: string): Promise<void> {
    const { connection, subjectPrefix } = this.#options
    const subscription = connection.subscribe(subjectPrefix + channel, {
      callback: (error, message) => this.#receive(channel, error, message),
    })
    this.#subscriptions.set(channel, subscription)
    await this.#reachServer()
  }

  async unlisten(channel: string): Promise<void> {
    this.#subscriptions.get(channel)?.unsubscribe()
    this.#subscriptions.delete(channel)
  }

  async send(batch: readonly Outgoing[]): Promise<{ isWhole: boolean }> {
    const { connection, subjectPrefix, log } = this.#options
    const bytesMax = connection.info?.max_payload ?? 0
    let isWhole = true
    for (const { channel, message } of batch) {
      const bytes = Buffer.from(message)
      if (bytes.length > bytesMax) {
        log.warn({ channel, bytes: bytes.length, bytesMax }, 'a message is longer than NATS carries')
        isWhole = false
      } else connection.publish(subjectPrefix + channel, bytes)
    }
    await this.#reachServer()
    return { isWhole }
  }

  async close(): Promise<void> {
    await this.#options.connection.close()
  }

  /** Also settles when the connection is lost on the way, which a flush of the client does not. */
  async #reachServer(): Promise<void> {
    const roundTrip = Promise.withResolvers<void>()
    this.#roundTrips.add(roundTrip)
    this.#options.connection.flush().then(roundTrip.resolve, roundTrip.reject)
    await roundTrip.promise.finally(() => this.#roundTrips.delete(roundTrip))
  }

  /** Never throws: the client would stop reading. */
  #receive(channel: string, error: Error | null, message: { string(): string }): void {
    const { receive, log } = this.#options
    if (error !== null) {
      const isDenied = error instanceof PermissionViolationError
      return log.error({ err: error, channel }, isDenied ? 'NATS lets us not listen' : 'the bus could not receive')
    }
    const content = parseJson(message.string())
    if (content === undefined) log.warn({ channel }, 'what came over NATS is no message of ours')
    else receive(channel, content)
  }
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json // what else
  } catch {
    return undefined // told by whoever asked
  }
}
