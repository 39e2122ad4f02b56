// One relay's WebSocket: greeted, joined, listened to, and given its orders.

import { randomBytes, randomUUID } from 'node:crypto'
import { protocolVersion, relayToServer, type RelayToServer, type ServerToRelay } from '@farport/protocol'
import type { RelayId } from '@farport/vocabulary'
import type { WebSocket } from 'ws'
import { reopenConnectionsOfRelay } from '#domains/connections'
import { leaseMs, type RelaysContext } from './context.ts'
import { joinRefusal, type Join } from './join.ts'
import { takeFact, type RelayFact } from './relay-facts.ts'
import { channelOfRelay, parseRelayMessage } from './relay-orders.ts'
import { renewLease, saveJoinedRelay } from './relay-store.ts'
import { WorkLine } from './work-line.ts'

const joinMsMax = 10_000
/** A relay that leaves so much unread is cut off: it is told everything again when it comes back. */
const unreadBytesMax = 33_554_432
/** Facts that wait: from here on the socket is not read until half of them are done. */
const factsWaitingMax = 200

type Progress =
  | { readonly state: 'greeted'; readonly nonce: string }
  | { readonly state: 'joining' }
  | { readonly state: 'joined'; readonly relayId: RelayId }
  | { readonly state: 'closed' }

export class RelaySocket implements AsyncDisposable {
  readonly #context: RelaysContext
  readonly #socket: WebSocket
  readonly #socketId = randomUUID()
  readonly #resources = new DisposableStack()
  readonly #line: WorkLine
  #progress: Progress
  #silence: NodeJS.Timeout
  #renewal: Promise<void> | undefined

  constructor(socket: WebSocket, context: RelaysContext) {
    this.#context = context
    this.#socket = socket
    this.#line = new WorkLine({
      lengthMax: factsWaitingMax,
      onFull: () => socket.pause(),
      onRoom: () => socket.resume(),
      onFault: (error) => this.#fault(error),
    })
    const nonce = randomBytes(32).toString('base64url')
    this.#progress = { state: 'greeted', nonce }
    socket.on('message', (data, isBinary) => {
      this.#receive(isBinary || !Buffer.isBuffer(data) ? undefined : data.toString())
    })
    // A broken connection closes by itself; the close event is what we listen to.
    socket.on('error', () => undefined)
    socket.once('close', () => this.#closed())
    this.#silence = setTimeout(() => this.#refuse('Nothing joined in time.'), joinMsMax)
    this.#send({ type: 'hello', protocol: protocolVersion, nonce, serverTime: context.devices.clock.now() })
  }

  get isJoined(): boolean {
    return this.#progress.state === 'joined'
  }

  /** What was told before is still taken in. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close(1001)
    this.#closed()
    await this.#line.idle()
    await this.#renewal
  }

  #receive(text: string | undefined): void {
    if (this.#progress.state === 'closed') return
    const message = text === undefined ? undefined : relayToServer.safeParse(parseJson(text)).data
    if (message === undefined) return this.#refuse('This message cannot be read.')
    if (message.type === 'join') return this.#join(message)
    if (this.#progress.state !== 'joined') return this.#refuse('A relay joins before it says anything else.')
    this.#silence.refresh()
    if (message.type === 'heartbeat') this.#renew(this.#progress.relayId, message)
    else this.#take(this.#progress.relayId, message)
  }

  #join(join: Join): void {
    if (this.#progress.state !== 'greeted') return this.#refuse('A relay joins once.')
    const { nonce } = this.#progress
    const refusal = joinRefusal(join, { nonce, joinSecret: this.#context.joinSecret })
    if (refusal !== undefined) return this.#refuse(refusal)
    this.#progress = { state: 'joining' }
    this.#line.add(() => this.#admit(join))
  }

  async #admit(join: Join): Promise<void> {
    const { devices, connections, bus, log, ticketKeys } = this.#context
    const { relayId, publicKey, host, port, stunPorts, version } = join
    const nowMs = devices.clock.now()
    const [joinedAt, leaseUntil] = [new Date(nowMs), new Date(nowMs + leaseMs)]
    const relay = { id: relayId, publicKey, host, port, stunPorts, version, joinedAt, leaseUntil }
    const isSame = await saveJoinedRelay(devices.database.queries, relay)
    if (!isSame) return this.#refuse('This relay id belongs to another key.')
    if (this.#progress.state !== 'joining') return undefined

    const channel = channelOfRelay(relayId)
    const subscription = this.#resources.use(
      bus.subscribe(channel, (message) => this.#pass(parseRelayMessage(message))),
    )
    await subscription.ready
    // Whatever socket of this relay is still open somewhere belongs to its past.
    bus.publish(channel, { joined: this.#socketId })
    if (this.#progress.state !== 'joining') return undefined
    this.#progress = { state: 'joined', relayId }
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#refuse('This relay was silent for too long.'), leaseMs)
    this.#send({ type: 'joined', leaseMs, ticketKeys: [...ticketKeys] })
    log.info({ relayId, host, port, version }, 'a relay joined')
    return reopenConnectionsOfRelay(connections, relayId)
  }

  #take(relayId: RelayId, fact: RelayFact): void {
    const toldAtMs = this.#context.devices.clock.now()
    this.#line.add(() => takeFact(this.#context, { relayId, toldAtMs }, fact))
  }

  /** Beside the line, so that much to do is not taken for a relay that is gone. One at a time is enough. */
  #renew(relayId: RelayId, heartbeat: Extract<RelayToServer, { type: 'heartbeat' }>): void {
    const { database, clock } = this.#context.devices
    const { agents, proxies, streams } = heartbeat
    const leaseUntil = new Date(clock.now() + leaseMs)
    this.#renewal ??= renewLease(database.queries, relayId, { leaseUntil, agents, proxies, streams })
      .catch((error: unknown) => this.#fault(error))
      .finally(() => (this.#renewal = undefined))
  }

  #pass(message: ReturnType<typeof parseRelayMessage>): void {
    if (message.kind === 'order') this.#send(message.order)
    if (message.kind === 'joined' && message.socketId !== this.#socketId) this.#refuse('This relay has joined anew.')
  }

  #send(message: ServerToRelay): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > unreadBytesMax) return this.#socket.terminate()
    this.#socket.send(JSON.stringify(message))
  }

  #refuse(message: string): void {
    if (this.#progress.state === 'closed') return
    this.#context.log.warn({ relayId: this.#relayId(), why: message }, 'a relay is refused')
    this.#send({ type: 'refused', message })
    this.#socket.close(1008)
    this.#closed()
  }

  /** A fault of ours: the relay comes again, and tells everything anew. */
  #fault(error: unknown): void {
    if (this.#progress.state === 'closed') return
    this.#context.log.error({ err: error, relayId: this.#relayId() }, 'what a relay told could not be taken in')
    this.#socket.close(1011)
    this.#closed()
  }

  #relayId(): RelayId | undefined {
    return this.#progress.state === 'joined' ? this.#progress.relayId : undefined
  }

  #closed(): void {
    if (this.#progress.state === 'closed') return
    const relayId = this.#relayId()
    if (relayId !== undefined) this.#context.log.info({ relayId }, 'a relay is away')
    this.#progress = { state: 'closed' }
    clearTimeout(this.#silence)
    this.#resources.dispose()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no message parses from it, which is the answer
  }
}
