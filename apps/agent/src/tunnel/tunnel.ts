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
import type { Identity } from '@farport/transport'
import type { ConnectionId } from '@farport/vocabulary'
import type { WebSocket } from 'ws'
import { dialRelay, RelaySocket } from '../relays/relay-socket.ts'
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

/** Resolves when it is over. Never rejects. */
export async function runTunnel(options: TunnelOptions): Promise<TunnelEnd> {
  const { relay, connectTimeoutMs, signal } = options
  const dialling = dialRelay({
    relay,
    path: tunnelPath,
    messageBytesMax: tunnelMessageBytesMax,
    timeoutMs: connectTimeoutMs,
  })
  const dialled = await Promise.race([dialling, aborted(signal)])
  if (dialled === 'aborted') {
    void dialling.then((late) => late.ok && late.value.terminate())
    return { end: 'stopped' }
  }
  if (!dialled.ok) return { end: 'unreachable', message: dialled.refusal.message }
  return await new Tunnel(options, dialled.value).ended
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  const { promise, resolve } = Promise.withResolvers<'aborted'>()
  if (signal.aborted) resolve('aborted')
  else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  return promise
}

class Tunnel implements OpenTunnel {
  readonly #options: TunnelOptions
  readonly #socket: RelaySocket<RelayToAgent>
  readonly #ended = Promise.withResolvers<TunnelEnd>()
  /** Set when the relay has said how it ends, before the socket closes. */
  #end: TunnelEnd | undefined
  #enteredAtMs: number | undefined

  constructor(options: TunnelOptions, socket: WebSocket) {
    this.#options = options
    options.signal.addEventListener('abort', this.#stop)
    this.#socket = new RelaySocket(socket, options.connectTimeoutMs, {
      message: relayToAgent,
      onMessage: (message) => {
        if (this.#end === undefined) this.#take(message)
      },
      onClosed: (failure) => this.#closed(failure),
    })
  }

  get ended(): Promise<TunnelEnd> {
    return this.#ended.promise
  }

  send(message: AgentToRelay): void {
    this.#socket.send(message)
  }

  probe(): void {
    this.#socket.probe()
  }

  #take(message: RelayToAgent): void {
    switch (message.type) {
      case 'hello':
        return this.#enter(message)
      case 'entered':
        this.#enteredAtMs = performance.now()
        this.#socket.beats(message.heartbeatMs)
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
    if (hello.relayId !== relay.id || hello.relayKey !== relay.publicKey)
      return this.#socket.fail('this is another relay')
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
  }

  #closed(failure: string): void {
    this.#options.signal.removeEventListener('abort', this.#stop)
    const livedMs = this.#enteredAtMs === undefined ? 0 : performance.now() - this.#enteredAtMs
    this.#ended.resolve(this.#end ?? { end: 'lost', livedMs, message: failure })
  }
}
