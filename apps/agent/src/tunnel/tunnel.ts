// One tunnel: from the connection to a relay to its end, and the orders that come through it.

import {
  enterText,
  protocolVersion,
  relayToAgent,
  signText,
  tunnelMessageBytesMax,
  tunnelPath,
  type AgentToRelay,
  type RelayPlace,
  type RelayToAgent,
} from '@farport/protocol'
import { connectPinned, type Identity } from '@farport/transport'
import type { ConnectionId } from '@farport/vocabulary'
import { WebSocket } from 'ws'
import { parseMessage } from '@farport/program'
import type { TunnelEnd } from './return-rules.ts'

export type LinkOrder = Extract<RelayToAgent, { type: 'link' }>
export type ProbeOrder = Extract<RelayToAgent, { type: 'probe' }>

export interface TunnelOptions {
  relay: RelayPlace
  ticket: string
  identity: Identity
  agentVersion: string
  bootId: string
  internalAddress: string | undefined
  connectTimeoutMs: number
  /** Aborting it ends the tunnel in order. */
  signal: AbortSignal
  onEntered: (tunnel: OpenTunnel, address: string) => void
  onLink: (order: LinkOrder, tunnel: OpenTunnel) => void
  onCheck: (token: string, tunnel: OpenTunnel) => void
  /** The server wants to know whether something listens there. */
  onProbe: (order: ProbeOrder, tunnel: OpenTunnel) => void
  /** The connection was ended by the server. */
  onCut: (connectionId: ConnectionId) => void
  onNudge: (revision: number) => void
}

export interface OpenTunnel {
  send(message: AgentToRelay): void
  /** The tunnel ends unless the relay answers soon: for after a sleep, or a change of network. */
  probe(): void
}

/** Of these many heartbeats none may be missed before the relay counts as dead. */
const heartbeatsMissedMax = 2.5
const probeMs = 3000

/** Resolves when it is over. Never rejects. */
export async function runTunnel(options: TunnelOptions): Promise<TunnelEnd> {
  const { relay, connectTimeoutMs, signal } = options
  const connecting = connectPinned(relay, { peerKey: relay.publicKey, timeoutMs: connectTimeoutMs })
  const secure = await Promise.race([connecting, aborted(signal)])
  if (secure === 'aborted') {
    void connecting.then((late) => late.ok && late.value.destroy())
    return { end: 'stopped' }
  }
  if (!secure.ok) return { end: 'unreachable', message: secure.refusal.message }
  // TLS is there already, with the relay's key pinned: so the WebSocket is a plain one on top of it.
  const socket = new WebSocket(
    `ws://${relay.host.includes(':') ? `[${relay.host}]` : relay.host}:${relay.port}${tunnelPath}`,
    {
      createConnection: () => secure.value,
      perMessageDeflate: false,
      maxPayload: tunnelMessageBytesMax,
      handshakeTimeout: connectTimeoutMs,
    },
  )
  return await new Tunnel(options, socket).ended
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  const { promise, resolve } = Promise.withResolvers<'aborted'>()
  if (signal.aborted) resolve('aborted')
  else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  return promise
}

class Tunnel implements OpenTunnel {
  readonly #options: TunnelOptions
  readonly #socket: WebSocket
  readonly #ended = Promise.withResolvers<TunnelEnd>()
  /** Set when the relay has said how it ends, before the socket closes. */
  #end: TunnelEnd | undefined
  #enteredAtMs: number | undefined
  #failure = 'the relay closed the connection'
  #watch: NodeJS.Timeout | undefined
  #probeTimer: NodeJS.Timeout | undefined
  #silenceMs: number

  constructor(options: TunnelOptions, socket: WebSocket) {
    this.#options = options
    this.#socket = socket
    this.#silenceMs = options.connectTimeoutMs
    options.signal.addEventListener('abort', this.#stop)
    socket.on('message', (data, isBinary) => {
      if (this.#end !== undefined) return
      const message = parseMessage(relayToAgent, data, isBinary)
      if (message.ok) this.#take(message.value)
      else this.#fail(`the relay sent what cannot be read: ${message.refusal}`)
    })
    socket.on('ping', () => this.#heard())
    socket.on('pong', () => this.#heard())
    socket.on('error', (error) => (this.#failure = error.message))
    socket.on('close', () => this.#closed())
    this.#heard()
  }

  get ended(): Promise<TunnelEnd> {
    return this.#ended.promise
  }

  send(message: AgentToRelay): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  probe(): void {
    if (this.#socket.readyState !== WebSocket.OPEN || this.#probeTimer !== undefined) return
    this.#socket.ping()
    this.#probeTimer = setTimeout(() => this.#fail('the relay does not answer any more'), probeMs)
  }

  #take(message: RelayToAgent): void {
    switch (message.type) {
      case 'hello':
        return this.#enter(message)
      case 'entered':
        this.#enteredAtMs = performance.now()
        this.#silenceMs = message.heartbeatMs * heartbeatsMissedMax
        this.#heard()
        return this.#options.onEntered(this, message.address)
      case 'refused':
        this.#end = { end: 'refused', code: message.code, message: message.message, retryAfterMs: message.retryAfterMs }
        return this.#socket.close(1000)
      case 'drain':
        this.#end = { end: 'drained', returnAfterMs: message.returnAfterMs }
        return this.#socket.close(1000)
      case 'link':
        return this.#options.onLink(message, this)
      case 'check':
        return this.#options.onCheck(message.token, this)
      case 'probe':
        return this.#options.onProbe(message, this)
      case 'cut':
        return this.#options.onCut(message.connectionId)
      case 'nudge':
        return this.#options.onNudge(message.revision)
    }
  }

  #enter(hello: Extract<RelayToAgent, { type: 'hello' }>): void {
    const { relay, ticket, identity, agentVersion, bootId, internalAddress } = this.#options
    if (hello.relayId !== relay.id || hello.relayKey !== relay.publicKey) return this.#fail('this is another relay')
    if (hello.protocol !== protocolVersion) {
      this.#end = {
        end: 'refused',
        code: 'version',
        message: `The relay speaks protocol ${hello.protocol}, this agent ${protocolVersion}.`,
      }
      return this.#socket.close(1000)
    }
    const text = enterText({ relayId: relay.id, relayKey: relay.publicKey, nonce: hello.nonce, ticket })
    this.send({
      type: 'enter',
      protocol: protocolVersion,
      ticket,
      signature: signText(identity.privateKey, text),
      agentVersion,
      bootId,
      ...(internalAddress !== undefined && { internalAddress }),
    })
  }

  readonly #stop = (): void => {
    this.#end ??= { end: 'stopped' }
    this.#socket.close(1001)
    // A relay that does not answer the close is not waited for.
    setTimeout(() => this.#socket.terminate(), 500).unref()
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
    this.#options.signal.removeEventListener('abort', this.#stop)
    const livedMs = this.#enteredAtMs === undefined ? 0 : performance.now() - this.#enteredAtMs
    this.#ended.resolve(this.#end ?? { end: 'lost', livedMs, message: this.#failure })
  }
}
