// The event socket, `/events/v1`: a plain WebSocket that tells what happens, as answers to the client's own query.
//
//   client → server  {"action":"subscribe","headers":{"authorization":"Bearer …"},"query":"{ event { … } }"}
//                    once, within ten seconds; the header may be left out when the upgrade came with credentials: the
//                    portal's cookie, a bearer token, or an access key's signature, which only fits a request;
//                    "supportsBatch":true asks for batches
//   server → client  {"data":{"event":…}} per event, or {"events":[{"data":…},…]} every 200 ms
//   client → server  ping      server → client  pong
//
// Refusals: {"errors":[…]}, then close with 4401 (sign in) or 4400 (the subscription). 4408: no subscription came. 1012:
// something may have been missed; connect again, and look. 1011: a fault of ours. A client that does not read is cut off.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import { credentialEndsChannel } from '#domains/identity'
import type { Bus } from '#platform/bus'
import type { Log } from '#platform/log'
import { Gauge, type Metrics } from '#platform/metrics'
import type { Viewer } from './context.ts'
import type { Credentials } from './credentials.ts'
import type { Answer, GraphqlEngine } from './engine.ts'
import type { EventGroups } from './event-groups.ts'
import { isEventQuery } from './event-query.ts'

export const eventsPath = '/events/v1'

export interface EventSocketOptions {
  engine: GraphqlEngine
  credentials: Credentials
  groups: EventGroups
  bus: Bus
  log: Log
  metrics: Metrics
}

const closeCodes = { invalid: 4400, unauthenticated: 4401, tooLate: 4408, missed: 1012, fault: 1011 } as const
const messageBytesMax = 65_536
const subscribeMsMax = 10_000
/** A client that leaves so much unread is cut off: it asks for the present state when it comes back. */
const unreadBytesMax = 8_388_608
const heartbeatMs = 30_000
const timerMsMax = 86_400_000
const signIn: Refusal = { code: 'UNAUTHENTICATED', message: 'Please sign in.' }

const subscribeMessage = z.object({
  action: z.literal('subscribe'),
  headers: z.object({ authorization: z.string().optional() }).catch({}),
  query: z.string(),
  supportsBatch: z.boolean().default(false),
})

export function addEventSocket(app: FastifyInstance, options: EventSocketOptions): void {
  const connected = new Gauge({
    name: 'farport_event_sockets',
    help: 'Event sockets that are open',
    registers: [options.metrics],
  })
  app.get(eventsPath, { websocket: true }, (socket, request) => {
    connected.inc()
    const served = new EventSocket(socket, request, options)
    socket.once('close', () => {
      connected.dec()
      served[Symbol.dispose]()
    })
  })
}

class EventSocket implements Disposable {
  readonly #socket: WebSocket
  readonly #upgrade: FastifyRequest
  readonly #options: EventSocketOptions
  readonly #resources = new DisposableStack()
  #isSubscribed = false
  #isAnswering = true

  constructor(socket: WebSocket, upgrade: FastifyRequest, options: EventSocketOptions) {
    this.#socket = socket
    this.#upgrade = upgrade
    this.#options = options
    socket.on('message', (data, isBinary) => {
      this.#receive(isBinary ? undefined : textOf(data)).catch((error: unknown) => this.#fail(error))
    })
    socket.on('pong', () => (this.#isAnswering = true))
    // A broken connection closes by itself; the close event is what we listen to.
    socket.on('error', () => undefined)
    this.#timer(subscribeMsMax, () => {
      if (!this.#isSubscribed) this.#close('tooLate', 'no subscription came')
    })
    const heartbeat = setInterval(() => this.#heartbeat(), heartbeatMs)
    this.#resources.defer(() => clearInterval(heartbeat))
    this.#resources.use(options.bus.onGap(() => this.#close('missed', 'events may have been missed')))
  }

  [Symbol.dispose](): void {
    this.#resources.dispose()
  }

  async #receive(text: string | undefined): Promise<void> {
    if (text === 'ping') return this.#socket.send('pong')
    const message = text === undefined || text.length > messageBytesMax ? undefined : parseJson(text)
    const subscribe = subscribeMessage.safeParse(message)
    if (!subscribe.success || this.#isSubscribed) return this.#refuse('invalid', 'INVALID', 'Send one subscription.')
    this.#isSubscribed = true
    const { query, headers, supportsBatch } = subscribe.data
    const viewer = await this.#viewer(headers.authorization)
    if (!viewer.ok) return this.#refuse('unauthenticated', viewer.refusal.code, viewer.refusal.message)
    const errors = this.#options.engine.check(query)
    if (errors.length > 0) return this.#refuseWith('invalid', { errors })
    if (!isEventQuery(query)) return this.#refuse('invalid', 'INVALID', 'Ask for event, and nothing else.')
    if (this.#socket.readyState !== this.#socket.OPEN) return undefined
    await this.#subscribe(viewer.value, query, supportsBatch)
    await this.#confirm(viewer.value, headers.authorization)
    return undefined
  }

  async #viewer(authorization: string | undefined): Promise<Result<Viewer, Refusal>> {
    const { credentials } = this.#options
    if (authorization !== undefined) return credentials.viewerOfAuthorization(authorization)
    const found = await credentials.viewerOf(this.#upgrade)
    if (!found.ok) return found
    return found.value === undefined ? refuse(signIn) : accept(found.value)
  }

  /** Resolves once the end of the credential would be heard. */
  async #subscribe(viewer: Viewer, query: string, supportsBatch: boolean): Promise<void> {
    const { groups, bus } = this.#options
    const ends = bus.subscribe(credentialEndsChannel(viewer.accountId), (message) => {
      if (credentialIdOf(message) === viewer.credential.id) this.#end(viewer)
    })
    const membership = groups.join(viewer, query, {
      wantsBatches: supportsBatch,
      deliver: (frame) => this.#send(frame),
      overrun: () => this.#close('missed', 'too much happens at once'),
    })
    this.#resources.use(ends)
    this.#resources.use(membership)
    await ends.ready
  }

  /** A session is asked for by its id: the token that the socket was opened with ends much sooner. */
  async #viewerNow({ credential }: Viewer, authorization: string | undefined): Promise<Viewer | undefined> {
    if (credential.kind === 'session') return this.#options.credentials.viewerOfSession(credential.id)
    const found = await this.#viewer(authorization)
    return found.ok ? found.value : undefined
  }

  /** It may have ended before its end could be heard. Sessions expire, or are renewed: they are asked for again then. */
  async #confirm(viewer: Viewer, authorization: string | undefined): Promise<void> {
    if (this.#resources.disposed) return
    const now = await this.#viewerNow(viewer, authorization)
    if (now?.credential.id !== viewer.credential.id) return this.#end(viewer)
    const { credential } = now
    if (credential.kind !== 'session' || this.#resources.disposed) return
    this.#timer(credential.expiresAt.getTime() - Date.now(), () => this.#confirm(viewer, authorization))
  }

  #end({ credential }: Viewer): void {
    const what = credential.kind === 'session' ? 'Your session has ended.' : 'This access key is switched off.'
    this.#refuse('unauthenticated', 'UNAUTHENTICATED', what)
  }

  #send(text: string | Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#socket.send(text, { binary: false })
    // No polite close: a client that does not read would not read that either.
    if (this.#socket.bufferedAmount > unreadBytesMax) this.#socket.terminate()
  }

  #refuse(reason: keyof typeof closeCodes, code: string, message: string): void {
    this.#refuseWith(reason, { errors: [{ message, extensions: { code } }] })
  }

  #refuseWith(reason: keyof typeof closeCodes, answer: Answer): void {
    this.#send(JSON.stringify(answer))
    this.#close(reason, 'refused')
  }

  #close(reason: keyof typeof closeCodes, words: string): void {
    this.#socket.close(closeCodes[reason], words)
  }

  /** Finds out about clients that went without a word. */
  #heartbeat(): void {
    if (!this.#isAnswering) return this.#socket.terminate()
    this.#isAnswering = false
    this.#socket.ping()
  }

  #timer(delayMs: number, deed: () => void | Promise<void>): void {
    const run = async () => deed()
    const timer = setTimeout(
      () => void run().catch((error: unknown) => this.#fail(error)),
      Math.min(Math.max(delayMs, 1000), timerMsMax),
    )
    this.#resources.defer(() => clearTimeout(timer))
  }

  #fail(error: unknown): void {
    this.#options.log.error({ err: error }, 'an event socket failed')
    this.#close('fault', 'something went wrong on our side')
  }
}

/** `ws` gives a text in one piece, unless it was told to give fragments. */
function textOf(data: RawData): string | undefined {
  return Buffer.isBuffer(data) ? data.toString('utf8') : undefined
}

function credentialIdOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'credentialId' in message ? message.credentialId : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // refused by the shape that it does not have
  }
}
