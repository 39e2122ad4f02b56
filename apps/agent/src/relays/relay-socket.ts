// A channel to a relay: JSON texts in a WebSocket, over TLS with the relay's key pinned. What the tunnel and the initiator's
// channel have alike: it is dialled, watched for silence, and fails with a sentence.

import { accept, type Result } from '@farport/basics'
import { parseMessage } from '@farport/program'
import type { RelayPlace } from '@farport/protocol'
import { connectPinned, type LinkRefusal } from '@farport/transport'
import { WebSocket } from 'ws'
import type { z } from 'zod'

export interface RelaySocketPlace {
  readonly relay: RelayPlace
  readonly path: string
  readonly messageBytesMax: number
  readonly timeoutMs: number
}

export interface RelaySocketHandlers<Message> {
  readonly message: z.ZodType<Message>
  readonly onMessage: (message: Message) => void
  /** Once. Why, as a sentence, when nobody has said it in order. */
  readonly onClosed: (failure: string) => void
}

/** Of these many heartbeats none may be missed before the relay counts as dead. */
const heartbeatsMissedMax = 2.5
const probeMs = 3000
/** A relay that does not answer the close is not waited for. */
const closeMs = 500

/** TLS is there when it resolves, the WebSocket not yet. */
export async function dialRelay({
  relay,
  path,
  messageBytesMax,
  timeoutMs,
}: RelaySocketPlace): Promise<Result<WebSocket, LinkRefusal>> {
  const secure = await connectPinned(relay, { peerKey: relay.publicKey, timeoutMs })
  if (!secure.ok) return secure
  // The relay's key is pinned: so the WebSocket is a plain one on top of it.
  const host = relay.host.includes(':') ? `[${relay.host}]` : relay.host
  return accept(
    new WebSocket(`ws://${host}:${relay.port}${path}`, {
      createConnection: () => secure.value,
      perMessageDeflate: false,
      maxPayload: messageBytesMax,
      handshakeTimeout: timeoutMs,
    }),
  )
}

export class RelaySocket<Message> {
  readonly #socket: WebSocket
  #failure = 'the relay closed the connection'
  #silenceMs: number
  #watch: NodeJS.Timeout | undefined
  #probeTimer: NodeJS.Timeout | undefined

  /** `timeoutMs`: until the relay has said how often it beats. */
  constructor(socket: WebSocket, timeoutMs: number, handlers: RelaySocketHandlers<Message>) {
    this.#socket = socket
    this.#silenceMs = timeoutMs
    socket.on('message', (data, isBinary) => {
      const message = parseMessage(handlers.message, data, isBinary)
      if (message.ok) handlers.onMessage(message.value)
      else this.fail(`the relay sent what cannot be read: ${message.refusal}`)
    })
    socket.on('ping', () => this.#heard())
    socket.on('pong', () => this.#heard())
    socket.on('error', (error) => (this.#failure = error.message))
    socket.on('close', () => {
      clearTimeout(this.#watch)
      clearTimeout(this.#probeTimer)
      handlers.onClosed(this.#failure)
    })
    this.#heard()
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** What ended it, or would be said to have. */
  get failure(): string {
    return this.#failure
  }

  send(message: object): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(message))
  }

  /** The relay pings so often from now on. */
  beats(everyMs: number): void {
    this.#silenceMs = everyMs * heartbeatsMissedMax
    this.#heard()
  }

  /** It ends unless the relay answers soon: for after a sleep, or a change of network. */
  probe(): void {
    if (!this.isOpen || this.#probeTimer !== undefined) return
    this.#socket.ping()
    this.#probeTimer = setTimeout(() => this.fail('the relay does not answer any more'), probeMs)
  }

  /** At once. */
  fail(message: string): void {
    this.#failure = message
    this.#socket.terminate()
  }

  /** In order, with a WebSocket close code. */
  close(code: 1000 | 1001, failure = this.#failure): void {
    this.#failure = failure
    this.#socket.close(code)
    setTimeout(() => this.#socket.terminate(), closeMs).unref()
  }

  /** A sign of life: the silence begins anew. */
  #heard(): void {
    clearTimeout(this.#watch)
    clearTimeout(this.#probeTimer)
    this.#probeTimer = undefined
    if (this.#socket.readyState === WebSocket.CLOSED) return
    this.#watch = setTimeout(() => this.fail('the relay is silent'), this.#silenceMs)
  }
}
