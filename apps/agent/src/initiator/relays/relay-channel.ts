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
import type { Identity } from '@farport/transport'
import type { ConnectionId } from '@farport/vocabulary'
import type { WebSocket } from 'ws'
import { dialRelay, RelaySocket } from '../../relays/relay-socket.ts'

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

/** Questions on the way at once. */
const questionsMax = 64
/** The relay may still say of so many that nobody has come. */
const tokensMax = 64

/** Greeting, and may be asked already: a relay that lets this end in answers then. Refused when it cannot be reached. */
export async function openRelayChannel(options: RelayChannelOptions): Promise<Result<RelayChannel, ReachRefusal>> {
  const { relay, timeoutMs } = options
  const dialled = await dialRelay({ relay, path: initiatorPath, messageBytesMax: initiatorMessageBytesMax, timeoutMs })
  if (!dialled.ok) {
    const { code, message } = dialled.refusal
    return refuse({ code: code === 'key' ? 'key' : 'relay', message: `relay ${relay.host}:${relay.port}: ${message}` })
  }
  return await new RelayChannel(options, dialled.value).greeting
}

export class RelayChannel implements Disposable {
  readonly #options: RelayChannelOptions
  readonly #socket: RelaySocket<RelayToInitiator>
  readonly #greeting = Promise.withResolvers<Result<RelayChannel, ReachRefusal>>()
  readonly #greeted = Promise.withResolvers<Result<RelayChannel, ReachRefusal>>()
  readonly #questions = new Map<number, (answer: Result<ReachToken, ReachRefusal>) => void>()
  /** Those that were given out, the oldest first. */
  readonly #tokens = new Map<number, { token: string; refusal: ReachRefusal | undefined }>()
  #questionLast = 0
  #isGreeting = false
  #isGreeted = false
  #returnAfterMs: number | undefined

  constructor(options: RelayChannelOptions, socket: WebSocket) {
    this.#options = options
    this.#socket = new RelaySocket(socket, options.timeoutMs, {
      message: relayToInitiator,
      onMessage: (message) => this.#take(message),
      onClosed: (failure) => this.#closed(failure),
    })
  }

  /** It has said who it is, as the relay has. */
  get greeting(): Promise<Result<RelayChannel, ReachRefusal>> {
    return this.#greeting.promise
  }

  /** The relay has let it in. */
  get greeted(): Promise<Result<RelayChannel, ReachRefusal>> {
    return this.#greeted.promise
  }

  get relay(): RelayPlace {
    return this.#options.relay
  }

  get isOpen(): boolean {
    return this.#isGreeted && this.#socket.isOpen
  }

  /** The token of a work connection to open, at whose other end is the device's agent. */
  reach(ticket: string): Promise<Result<ReachToken, ReachRefusal>> {
    if (!this.#isGreeting || !this.#socket.isOpen)
      return Promise.resolve(refuse({ code: 'relay', message: this.#socket.failure }))
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
    if (this.#isGreeted) this.#socket.probe()
  }

  /** The address that it was opened from is gone. */
  abandon(): void {
    this.#socket.fail('this machine has another address')
  }

  [Symbol.dispose](): void {
    this.#socket.close(1001, 'this end is leaving')
  }

  #send(message: InitiatorToRelay): void {
    this.#socket.send(message)
  }

  #take(message: RelayToInitiator): void {
    switch (message.type) {
      case 'hello':
        return this.#greet(message)
      case 'greeted':
        this.#isGreeted = true
        this.#socket.beats(message.heartbeatMs)
        return this.#greeted.resolve(accept(this))
      case 'refused':
        this.#returnAfterMs = message.retryAfterMs
        return this.#socket.fail(message.message)
      case 'link':
        return this.#give(message.requestId, message.token)
      case 'unreachable':
        return this.#refuse(message.requestId, { code: message.code, message: message.message })
      case 'cut':
        return this.#options.onCut(message.connectionId)
      case 'drain':
        this.#returnAfterMs = message.returnAfterMs
        return this.#socket.close(1000, 'the relay is going away')
    }
  }

  #greet(hello: Extract<RelayToInitiator, { type: 'hello' }>): void {
    const { relay, identity, version } = this.#options
    if (hello.relayId !== relay.id || hello.relayKey !== relay.publicKey)
      return this.#socket.fail('this is another relay')
    if (hello.protocol !== protocolVersion) {
      return this.#socket.fail(`the relay speaks protocol ${hello.protocol}, this program ${protocolVersion}`)
    }
    const { relayId, relayKey, nonce } = hello
    const key = identity.publicKey
    const signature = signText(identity.privateKey, greetText({ relayId, relayKey, nonce, key }))
    this.#send({ type: 'greet', protocol: protocolVersion, key, signature, version })
    this.#isGreeting = true
    this.#greeting.resolve(accept(this))
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

  #closed(failure: string): void {
    const refusal: ReachRefusal = { code: 'relay', message: failure }
    for (const requestId of this.#questions.keys()) this.#answer(requestId, refuse(refusal))
    const wasGreeted = this.#isGreeted
    this.#isGreeted = false
    this.#isGreeting = false
    this.#greeting.resolve(refuse(refusal))
    if (!wasGreeted) return this.#greeted.resolve(refuse(refusal))
    const returnAfterMs = this.#returnAfterMs
    this.#options.onEnd({ message: failure, ...(returnAfterMs !== undefined && { returnAfterMs }) })
  }
}
