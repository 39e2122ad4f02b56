// Who is online here, told in batches, and without flapping: an agent that comes back within the grace never left.

import type { AgentPresence } from '@farport/protocol'
import type { DeviceId } from '@farport/vocabulary'
import { Deadlines } from '../deadlines.ts'

export interface PresenceOptions {
  offlineGraceMs: number
  batchMs: number
  batchLengthMax: number
  now: () => number
  /** Takes one batch. Called only while `isListening`. */
  deliver: (batch: AgentPresence[]) => void
  /** After the grace: the device is not here any more. */
  onOffline: (deviceId: DeviceId) => void
}

export class Presence implements Disposable {
  readonly #options: PresenceOptions
  /** All that are online, those in their grace too. Bounded by the number of tunnels. */
  readonly #online = new Map<DeviceId, AgentPresence>()
  /** What the server has not been told, the newest of each device. */
  readonly #changes = new Map<DeviceId, AgentPresence>()
  readonly #leaving: Deadlines<DeviceId>
  #isListening = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
    this.#leaving = new Deadlines({ afterMs: options.offlineGraceMs, onDue: (id) => this.#gone(id), now: options.now })
  }

  entered(agent: AgentPresence): void {
    this.#leaving.stop(agent.deviceId)
    const known = this.#online.get(agent.deviceId)
    this.#online.set(agent.deviceId, agent)
    if (known === undefined || !isSame(known, agent)) this.#change(agent)
  }

  left(deviceId: DeviceId): void {
    if (this.#online.has(deviceId)) this.#leaving.start(deviceId)
  }

  /** Everybody, for a server that has just been joined; from now on changes are delivered. */
  snapshot(): AgentPresence[] {
    this.#changes.clear()
    this.#isListening = true
    return [...this.#online.values()]
  }

  /** The server is away: the next snapshot will tell it all. */
  stopListening(): void {
    this.#isListening = false
    this.#changes.clear()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#leaving[Symbol.dispose]()
    this.stopListening()
  }

  #gone(deviceId: DeviceId): void {
    const known = this.#online.get(deviceId)
    this.#online.delete(deviceId)
    this.#options.onOffline(deviceId)
    if (known) this.#change({ accountId: known.accountId, deviceId, isOnline: false, at: this.#options.now() })
  }

  #change(agent: AgentPresence): void {
    if (!this.#isListening) return
    this.#changes.set(agent.deviceId, agent)
    this.#timer ??= setTimeout(() => this.#flush(), this.#options.batchMs).unref()
  }

  #flush(): void {
    this.#timer = undefined
    const changes = [...this.#changes.values()]
    this.#changes.clear()
    for (let at = 0; at < changes.length; at += this.#options.batchLengthMax) {
      this.#options.deliver(changes.slice(at, at + this.#options.batchLengthMax))
    }
  }
}

function isSame(known: AgentPresence, agent: AgentPresence): boolean {
  return (
    known.accountId === agent.accountId &&
    known.externalAddress === agent.externalAddress &&
    known.internalAddress === agent.internalAddress &&
    known.agentVersion === agent.agentVersion
  )
}
