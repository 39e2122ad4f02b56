// One channel to a relay: greets with this end's key, asks for devices, and hears what was cut. From the connection to its
// end.

import {
  greetText,
  initiatorMessageBytesMax,
  initiatorPath,
  protocolVersion,
  relayToInitiator,
  signText,
  type InitiatorToRelay,
  type RelayPlace,
  type RelayToInitiator,
  type UnreachableCode,
} from '@farport/protocol'
import { accept, refuse, type Result } from '@farport/basics'
import { parseMessage } from '@farport/program'
import { connectPinned, type Identity } from '@farport/transport'
import type { ConnectionId } from '@farport/vocabulary'
import { WebSocket } from 'ws'

export interface RelayChannelOptions {
  relay: RelayPlace
  identity: Identity
  version: string
  timeoutMs: number
  /** The server has ended this connection. */
  onCut: (connectionId: ConnectionId) => void
  /** Once, after it was greeted. `returnAfterMs`: the relay itself is going, and says when to come back. */
  onEnd: (end: { message: string; returnAfterMs?: number }) => void
}

/** key: the relay could not prove that it is the one that the server names. */
export type ReachRefusal = { readonly code: UnreachableCode | 'relay' | 'key'; readonly message: string }

/** A work connection that may be opened. */
export interface ReachToken {
  readonly token: string
  /** Why nobody is at its other end, once the relay has said so. */
  readonly refusal: ReachRefusal | undefined
}

/** Of these many heartbeats none may be missed before the relay counts as dead. */
const heartbeatsMissedMax = 2.5
const probeMs = 3000
/** Questions on the way at once. */
const questionsMax = 64
/** The relay may still say of so many that nobody has come. */
const tokensMax = 64

/** Refused when the relay cannot be reached, or does not let this end in. */
export async function openRelayChannel(options: RelayChannelOptions): Promise<Result<RelayChannel, ReachRefusal>> {
  const { relay, timeoutMs } = options
  const secure = await connectPinned(relay, { peerKey: relay.publicKey, timeoutMs })
  if (!secure.ok) {
    const { code, message } = secure.refusal
    return refuse({ code: code === 'key' ? 'key' : 'relay', message: `relay ${relay.host}:${relay.port}: ${message}` })
  }
  // TLS is there already, with the relay's key pinned: so the WebSocket is a plain one on top of it.
  const socket = new WebSocket(
    `ws://${relay.host.includes(':') ? `[${relay.host}]` : relay.host}:${relay.port}${initiatorPath}`,
    {
      createConnection: () => secure.value,
      perMessageDeflate: false,
      maxPayload: initiatorMessageBytesMax,
      handshakeTimeout: timeoutMs,
    },
  )
  return await new RelayChannel(options, socket).greeted
}

export class RelayChannel implements Disposable {
  readonly #options: RelayChannelOptions
  readonly #socket: WebSocket
  readonly #greeting = Promise.withResolvers<Result<RelayChannel, ReachRefusal>>()
  readonly #questions = new Map<number, (answer: Result<ReachToken, ReachRefusal>) => void>()
  /** Those that were given out, the oldest first. */
  readonly #tokens = new Map<number, { token: string; refusal: ReachRefusal | undefined }>()
  #questionLast = 0
  #isGreeted = false
  #returnAfterMs: number | undefined
  #failure = 'the relay closed the connection'
  #silenceMs: number
  #watch: NodeJS.Timeout | undefined
  #probeTimer: NodeJS.Timeout | undefined

  constructor(options: RelayChannelOptions, socket: WebSocket) {
    this.#options = options
    this.#socket = socket
    this.#silenceMs = options.timeoutMs
    socket.on('message', (data, isBinary) => {
      const message = parseMessage(relayToInitiator, data, isBinary)
      if (message.ok) this.#take(message.value)
      else this.#fail(`the relay sent what cannot be read: ${message.refusal}`)
    })
    socket.on('ping', () => this.#heard())
    socket.on('pong', () => this.#heard())
    socket.on('error', (error) => (this.#failure = error.message))
    socket.on('close', () => this.#closed())
    this.#heard()
  }

  get greeted(): Promise<Result<RelayChannel, ReachRefusal>> {
    return this.#greeting.promise
  }

  get relay(): RelayPlace {
    return this.#options.relay
  }

  get isOpen(): boolean {
    return this.#isGreeted && this.#socket.readyState === WebSocket.OPEN
  }

  /** The token of a work connection to open, at whose other end is the device's agent. */
  reach(ticket: string): Promise<Result<ReachToken, ReachRefusal>> {
    if (!this.isOpen) return Promise.resolve(refuse({ code: 'relay', message: this.#failure }))
    if (this.#questions.size >= questionsMax) {
      return Promise.resolve(refuse({ code: 'busy', message: 'too many devices are asked for at once' }))
    }
    this.#questionLast += 1
    const requestId = this.#questionLast
    const { promise, resolve } = Promise.withResolvers<Result<ReachToken, ReachRefusal>>()
    const timer = setTimeout(
      () => this.#answer(requestId, refuse({ code: 'relay', message: 'the relay did not answer in time' })),
      this.#options.timeoutMs,
    )
    this.#questions.set(requestId, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    this.#send({ type: 'reach', requestId, ticket })
    return promise
  }

  /** It ends unless the relay answers soon: for after a sleep, or a change of network. */
  probe(): void {
    if (!this.isOpen || this.#probeTimer !== undefined) return
    this.#socket.ping()
    this.#probeTimer = setTimeout(() => this.#fail('the relay does not answer any more'), probeMs)
  }

  [Symbol.dispose](): void {
    this.#failure = 'this end is leaving'
    this.#socket.close(1001)
    // A relay that does not answer the close is not waited for.
    setTimeout(() => this.#socket.terminate(), 500).unref()
  }

  #send(message: InitiatorToRelay): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #take(message: RelayToInitiator): void {
    switch (message.type) {
      case 'hello':
        return this.#greet(message)
      case 'greeted':
        this.#isGreeted = true
        this.#silenceMs = message.heartbeatMs * heartbeatsMissedMax
        this.#heard()
        return this.#greeting.resolve(accept(this))
      case 'refused':
        this.#returnAfterMs = message.retryAfterMs
        return this.#fail(message.message)
      case 'link':
        return this.#give(message.requestId, message.token)
      case 'unreachable':
        return this.#refuse(message.requestId, { code: message.code, message: message.message })
      case 'cut':
        return this.#options.onCut(message.connectionId)
      case 'drain':
        this.#returnAfterMs = message.returnAfterMs
        this.#failure = 'the relay is going away'
        return this.#socket.close(1000)
    }
  }

  #greet(hello: Extract<RelayToInitiator, { type: 'hello' }>): void {
    const { relay, identity, version } = this.#options
    if (hello.relayId !== relay.id || hello.relayKey !== relay.publicKey) return this.#fail('this is another relay')
    if (hello.protocol !== protocolVersion) {
      return this.#fail(`the relay speaks protocol ${hello.protocol}, this program ${protocolVersion}`)
    }
    const { relayId, relayKey, nonce } = hello
    const key = identity.publicKey
    const signature = signText(identity.privateKey, greetText({ relayId, relayKey, nonce, key }))
    this.#send({ type: 'greet', protocol: protocolVersion, key, signature, version })
  }

  #give(requestId: number, token: string): void {
    const given = { token, refusal: undefined }
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size >= tokensMax && oldest !== undefined) this.#tokens.delete(oldest)
    this.#tokens.set(requestId, given)
    this.#answer(requestId, accept(given))
  }

  #refuse(requestId: number, refusal: ReachRefusal): void {
    const given = this.#tokens.get(requestId)
    if (given === undefined) return this.#answer(requestId, refuse(refusal))
    given.refusal = refusal
    this.#tokens.delete(requestId)
  }

  #answer(requestId: number, answer: Result<ReachToken, ReachRefusal>): void {
    const question = this.#questions.get(requestId)
    this.#questions.delete(requestId)
    question?.(answer)
  }

  /** A sign of life: the silence begins anew. */
  #heard(): void {
    clearTimeout(this.#watch)
    clearTimeout(this.#probeTimer)
    this.#probeTimer = undefined
    if (this.#socket.readyState === WebSocket.CLOSED) return
    this.#watch = setTimeout(() => this.#fail('the relay is silent'), this.#silenceMs)
  }

  #fail(message: string): void {
    this.#failure = message
    this.#socket.terminate()
  }

  #closed(): void {
    clearTimeout(this.#watch)
    clearTimeout(this.#probeTimer)
    const refusal: ReachRefusal = { code: 'relay', message: this.#failure }
    for (const requestId of this.#questions.keys()) this.#answer(requestId, refuse(refusal))
    const wasGreeted = this.#isGreeted
    this.#isGreeted = false
    if (!wasGreeted) return this.#greeting.resolve(refuse(refusal))
    const returnAfterMs = this.#returnAfterMs
    this.#options.onEnd({ message: this.#failure, ...(returnAfterMs !== undefined && { returnAfterMs }) })
  }
}
