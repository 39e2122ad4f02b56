// From a WebSocket that has just opened to a tunnel that has entered, and its messages from then on.

import { randomBytes, type KeyObject } from 'node:crypto'
import { agentToRelay, protocolVersion, type AgentToRelay } from '@farport/protocol'
import type { WebSocket } from 'ws'
import { Deadlines } from '../deadlines.ts'
import type { RelayIdentity } from '../identity.ts'
import { parseMessage } from '@farport/program'
import { decideEnter } from './enter-rules.ts'
import { refuseSocket, sendTo, Tunnel } from './tunnel.ts'
import type { Tunnels } from './tunnels.ts'

export interface TunnelDoorOptions {
  identity: RelayIdentity
  tunnels: Tunnels
  enterMs: number
  ticketKeys: () => readonly KeyObject[]
  now: () => number
  onLinkFailed: (tunnel: Tunnel, message: Extract<AgentToRelay, { type: 'link-failed' }>) => void
  onProbed: (tunnel: Tunnel, message: Extract<AgentToRelay, { type: 'probe-answer' }>) => void
}

/** Pongs are owed no more than this to one who sends pings and reads nothing. */
const pongQueuedBytesMax = 65_536

export class TunnelDoor implements Disposable {
  readonly #options: TunnelDoorOptions
  readonly #entering: Deadlines<WebSocket>

  constructor(options: TunnelDoorOptions) {
    this.#options = options
    this.#entering = new Deadlines({
      afterMs: options.enterMs,
      onDue: (socket) => refuseSocket(socket, { code: 'protocol', message: 'Nobody entered in time.' }),
      now: options.now,
    })
  }

  /** `onArrived` is called once: when the agent has entered or its socket is closed. */
  greet(socket: WebSocket, address: string, onArrived: () => void): void {
    const { identity } = this.#options
    const nonce = randomBytes(32).toString('base64url')
    let tunnel: Tunnel | undefined
    this.#entering.start(socket)

    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      const message = parseMessage(agentToRelay, data, isBinary)
      if (!message.ok) return refuseSocket(socket, { code: 'protocol', message: message.refusal })
      if (tunnel !== undefined) return this.#told(tunnel, message.value)
      this.#entering.stop(socket)
      tunnel = this.#enter(socket, address, nonce, message.value)
      if (tunnel === undefined) return
      onArrived()
      this.#options.tunnels.enter(tunnel)
    })
    socket.on('pong', () => {
      if (tunnel !== undefined) this.#options.tunnels.answered(tunnel)
    })
    socket.on('ping', (data) => {
      if (socket.bufferedAmount < pongQueuedBytesMax) socket.pong(data)
    })
    // ws closes the socket after an error; what was wrong is its peer's affair.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#entering.stop(socket)
      if (tunnel === undefined) onArrived()
      else this.#options.tunnels.closed(tunnel)
    })
    sendTo(socket, {
      type: 'hello',
      protocol: protocolVersion,
      relayId: identity.id,
      relayKey: identity.publicKey,
      nonce,
    })
  }

  [Symbol.dispose](): void {
    this.#entering[Symbol.dispose]()
  }

  #enter(socket: WebSocket, address: string, nonce: string, message: AgentToRelay): Tunnel | undefined {
    if (message.type !== 'enter') {
      refuseSocket(socket, { code: 'protocol', message: 'The first message has to be enter.' })
      return undefined
    }
    const { identity, ticketKeys, now } = this.#options
    const facts = { relayId: identity.id, relayKey: identity.publicKey, nonce, ticketKeys: ticketKeys(), nowMs: now() }
    const verdict = decideEnter(message, facts)
    if (!verdict.ok) {
      refuseSocket(socket, verdict.refusal)
      return undefined
    }
    const { accountId, deviceId, agentKey } = verdict.value
    const { bootId, agentVersion, internalAddress } = message
    return new Tunnel(socket, address, {
      accountId,
      deviceId,
      key: agentKey,
      bootId,
      version: agentVersion,
      internalAddress,
    })
  }

  #told(tunnel: Tunnel, message: AgentToRelay): void {
    switch (message.type) {
      case 'enter':
        return tunnel.refuse({ code: 'protocol', message: 'It has entered already.' })
      case 'link-failed':
        return this.#options.onLinkFailed(tunnel, message)
      case 'probe-answer':
        return this.#options.onProbed(tunnel, message)
    }
  }
}
