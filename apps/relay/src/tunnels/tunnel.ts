// One agent's control channel, from the greeting on.

import type { RelayToAgent, TunnelRefusalCode } from '@farport/protocol'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { WebSocket } from 'ws'

/** Who an entered agent is. */
export interface Agent {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly key: string
  readonly bootId: string
  readonly version: string
  readonly internalAddress: string | undefined
}

/** More waiting than this, and the agent does not read: its tunnel is closed. */
const queuedBytesMax = 262_144

export class Tunnel {
  readonly socket: WebSocket
  readonly address: string
  readonly agent: Agent
  /** A ping is out that has not been answered. */
  isPinged = false
  /** Milliseconds there and back, by the last ping that was answered. */
  roundTripMs: number | undefined
  /** It was closed because it did not answer: its network may be away, and its program alive. */
  wasSilent = false
  /** When it was admitted, by the server's clock. */
  enteredAt = 0
  streams: 'untried' | 'open' | 'blocked' = 'untried'

  #pingedAtMs = 0

  constructor(socket: WebSocket, address: string, agent: Agent) {
    this.socket = socket
    this.address = address
    this.agent = agent
  }

  send(message: RelayToAgent): void {
    if (this.socket.bufferedAmount > queuedBytesMax) return this.socket.terminate()
    sendTo(this.socket, message)
  }

  ping(): void {
    if (!this.isPinged) this.#pingedAtMs = performance.now()
    this.isPinged = true
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping()
  }

  answered(): void {
    if (this.isPinged) this.roundTripMs = performance.now() - this.#pingedAtMs
    this.isPinged = false
  }

  /** Says why, then closes. */
  refuse(refusal: { code: TunnelRefusalCode; message: string; retryAfterMs?: number | undefined }): void {
    refuseSocket(this.socket, refusal)
  }
}

export function sendTo(socket: WebSocket, message: RelayToAgent): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}

/** 1008 is "policy violation": the reason is in the message before it. */
export function refuseSocket(
  socket: WebSocket,
  { code, message, retryAfterMs }: { code: TunnelRefusalCode; message: string; retryAfterMs?: number | undefined },
): void {
  sendTo(socket, { type: 'refused', code, message, ...(retryAfterMs !== undefined && { retryAfterMs }) })
  socket.close(1008, code)
}
