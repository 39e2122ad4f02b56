// One initiator's control channel, once it has greeted.

import type { RelayToInitiator } from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'
import type { WebSocket } from 'ws'
import type { GreetRefusal } from './greet-rules.ts'

/** More waiting than this, and the initiator does not read: its channel is closed. */
const queuedBytesMax = 262_144

export class Initiator {
  readonly socket: WebSocket
  readonly address: string
  readonly key: string
  /** Those that it has reached for, by this channel: it is told when they are cut. The oldest first. */
  readonly connections = new Set<ConnectionId>()
  /** A ping is out that has not been answered. */
  isPinged = false

  constructor(socket: WebSocket, address: string, key: string) {
    this.socket = socket
    this.address = address
    this.key = key
  }

  send(message: RelayToInitiator): void {
    if (this.socket.bufferedAmount > queuedBytesMax) return this.socket.terminate()
    sayTo(this.socket, message)
  }

  ping(): void {
    this.isPinged = true
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping()
  }

  refuse(refusal: GreetRefusal): void {
    refuseInitiator(this.socket, refusal)
  }
}

export function sayTo(socket: WebSocket, message: RelayToInitiator): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}

/** 1008 is "policy violation": the reason is in the message before it. */
export function refuseInitiator(socket: WebSocket, refusal: GreetRefusal): void {
  sayTo(socket, { type: 'refused', ...refusal })
  socket.close(1008, refusal.code)
}
