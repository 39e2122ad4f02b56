// All initiators that have a channel here, and who of them is to hear that a connection was cut.

import type { ConnectionId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { Heartbeat } from '../heartbeat.ts'
import type { Initiator } from './initiator.ts'

export interface InitiatorsOptions {
  limits: { heartbeatMs: number; initiatorsPerKeyMax: number; connectionsPerInitiatorMax: number }
  log: Logger
}

export class Initiators implements Disposable {
  readonly #options: InitiatorsOptions
  readonly #byKey = new Map<string, Set<Initiator>>()
  /** Who has reached for a connection. Bounded by what each initiator remembers. */
  readonly #byConnection = new Map<ConnectionId, Set<Initiator>>()
  readonly #heartbeat: Heartbeat<Initiator>
  #size = 0

  constructor(options: InitiatorsOptions) {
    this.#options = options
    this.#heartbeat = new Heartbeat({
      periodMs: options.limits.heartbeatMs,
      ping: (initiator) => this.#beat(initiator),
    })
  }

  get size(): number {
    return this.#size
  }

  /** Of several channels with one key the oldest is closed: its program was started anew, and it has not been missed yet. */
  enter(initiator: Initiator): void {
    const { heartbeatMs, initiatorsPerKeyMax } = this.#options.limits
    const those = setOf(this.#byKey, initiator.key)
    const [oldest] = those
    if (oldest && those.size >= initiatorsPerKeyMax) {
      this.left(oldest)
      oldest.refuse({ code: 'busy', message: 'Too many programs with this key are here: this one was the first.' })
    }
    setOf(this.#byKey, initiator.key).add(initiator)
    this.#size += 1
    this.#heartbeat.add(initiator)
    initiator.send({ type: 'greeted', heartbeatMs, address: initiator.address })
  }

  /** Its socket is closed. */
  left(initiator: Initiator): void {
    if (!removeFrom(this.#byKey, initiator.key, initiator)) return
    this.#size -= 1
    this.#heartbeat.delete(initiator)
    for (const connectionId of initiator.connections) removeFrom(this.#byConnection, connectionId, initiator)
    initiator.connections.clear()
  }

  /** From now on it hears when this connection is cut. */
  reached(initiator: Initiator, connectionId: ConnectionId): void {
    initiator.connections.delete(connectionId)
    const [oldest] = initiator.connections
    if (oldest !== undefined && initiator.connections.size >= this.#options.limits.connectionsPerInitiatorMax) {
      initiator.connections.delete(oldest)
      removeFrom(this.#byConnection, oldest, initiator)
    }
    initiator.connections.add(connectionId)
    setOf(this.#byConnection, connectionId).add(initiator)
  }

  cut(connectionId: ConnectionId): void {
    for (const initiator of this.#byConnection.get(connectionId) ?? []) {
      initiator.connections.delete(connectionId)
      initiator.send({ type: 'cut', connectionId })
    }
    this.#byConnection.delete(connectionId)
  }

  /** Sends all of them away. */
  drain(returnAfterMs: number): void {
    for (const those of this.#byKey.values()) {
      for (const initiator of those) initiator.send({ type: 'drain', returnAfterMs })
    }
  }

  [Symbol.dispose](): void {
    this.#heartbeat[Symbol.dispose]()
    for (const those of this.#byKey.values()) for (const initiator of those) initiator.socket.terminate()
  }

  #beat(initiator: Initiator): void {
    if (!initiator.isPinged) return initiator.ping()
    this.#options.log.debug({ address: initiator.address }, 'initiator does not answer')
    initiator.socket.terminate()
  }
}

function setOf<Key, Value>(sets: Map<Key, Set<Value>>, key: Key): Set<Value> {
  const known = sets.get(key)
  if (known) return known
  const made = new Set<Value>()
  sets.set(key, made)
  return made
}

/** True when it was there. No empty set stays. */
function removeFrom<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): boolean {
  const those = sets.get(key)
  const wasThere = those?.delete(value) ?? false
  if (those?.size === 0) sets.delete(key)
  return wasThere
}
