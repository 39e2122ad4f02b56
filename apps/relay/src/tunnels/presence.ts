// Who is online here, told in batches, and without flapping: an agent that comes back within the grace never left, and
// one that keeps leaving is told online again only when it has stayed for a while.

import type { AgentPresence } from '@farport/protocol'
import type { DeviceId } from '@farport/vocabulary'
import { Deadlines } from '../deadlines.ts'

export interface PresenceLimits {
  offlineGraceMs: number
  presenceBatchMs: number
  /** Drops within this time of each other make a device restless. */
  dropMemoryMs: number
  dropsFree: number
  /** So long a restless device has to stay before it is told online. */
  restlessMs: number
  /** Drops of devices that are remembered at once. One more is not. */
  dropsMax: number
}

export interface PresenceOptions {
  limits: PresenceLimits
  batchLengthMax: number
  now: () => number
  /** By the server's clock, which never goes back. */
  serverNow: () => number
  /** Takes one batch. Called only while it listens. */
  deliver: (batch: AgentPresence[]) => void
  /** After the grace: the device is not here any more. */
  onOffline: (deviceId: DeviceId) => void
}

export type Arrival = Omit<AgentPresence, 'isOnline' | 'at'>

export class Presence implements Disposable {
  readonly #options: PresenceOptions
  /** All that are online, those in their grace too. Bounded by the number of tunnels. */
  readonly #online = new Map<DeviceId, AgentPresence>()
  /** Are here and could be used, but have left too often. */
  readonly #restless = new Map<DeviceId, Arrival>()
  /** How often each has dropped lately. */
  readonly #drops = new Map<DeviceId, number>()
  /** What the server has not been told, the newest of each device. */
  readonly #changes = new Map<DeviceId, AgentPresence>()
  readonly #leaving: Deadlines<DeviceId>
  readonly #steadying: Deadlines<DeviceId>
  readonly #forgetting: Deadlines<DeviceId>
  #isListening = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: PresenceOptions) {
    const { limits, now } = options
    this.#options = options
    this.#leaving = new Deadlines({ afterMs: limits.offlineGraceMs, onDue: (id) => this.#gone(id), now })
    this.#steadying = new Deadlines({ afterMs: limits.restlessMs, onDue: (id) => this.#steady(id), now })
    this.#forgetting = new Deadlines({ afterMs: limits.dropMemoryMs, onDue: (id) => void this.#drops.delete(id), now })
  }

  /** Its tunnel is here (again); what was told of it stays true until more is known. */
  entered(deviceId: DeviceId): void {
    this.#leaving.stop(deviceId)
  }

  /** Streams to it open. Told even when it was online: it may have been elsewhere meanwhile. */
  usable(arrival: Arrival): void {
    const { deviceId } = arrival
    const isRestless = (this.#drops.get(deviceId) ?? 0) > this.#options.limits.dropsFree
    if (isRestless && !this.#online.has(deviceId)) return this.#watch(arrival)
    this.#comesOnline(arrival)
  }

  /** Its tunnel is here, but streams to it do not open. */
  unusable(arrival: Arrival): void {
    const { deviceId } = arrival
    this.#unwatch(deviceId)
    if (this.#online.delete(deviceId)) this.#countDrop(deviceId)
    this.#change({ ...arrival, isOnline: false, at: this.#options.serverNow() })
  }

  /** Its tunnel is gone. */
  left(deviceId: DeviceId): void {
    this.#unwatch(deviceId)
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

  /** The clock was wrong until now: what has not been told yet is put right. */
  shift(ms: number): void {
    const moved = <Fact extends Arrival>(fact: Fact): Fact => ({ ...fact, enteredAt: fact.enteredAt + ms })
    for (const [id, agent] of this.#online) this.#online.set(id, { ...moved(agent), at: agent.at + ms })
    for (const [id, arrival] of this.#restless) this.#restless.set(id, moved(arrival))
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    for (const deadlines of [this.#leaving, this.#steadying, this.#forgetting]) deadlines[Symbol.dispose]()
    this.stopListening()
  }

  #comesOnline(arrival: Arrival): void {
    const agent = { ...arrival, isOnline: true, at: this.#options.serverNow() }
    this.#online.set(arrival.deviceId, agent)
    this.#change(agent)
  }

  #watch(arrival: Arrival): void {
    this.#restless.set(arrival.deviceId, arrival)
    if (!this.#steadying.has(arrival.deviceId)) this.#steadying.start(arrival.deviceId)
  }

  #unwatch(deviceId: DeviceId): void {
    this.#restless.delete(deviceId)
    this.#steadying.stop(deviceId)
  }

  #steady(deviceId: DeviceId): void {
    const arrival = this.#restless.get(deviceId)
    this.#restless.delete(deviceId)
    if (arrival) this.#comesOnline(arrival)
  }

  #gone(deviceId: DeviceId): void {
    const known = this.#online.get(deviceId)
    this.#online.delete(deviceId)
    this.#options.onOffline(deviceId)
    if (known === undefined) return
    this.#countDrop(deviceId)
    const { accountId, enteredAt } = known
    this.#change({ accountId, deviceId, isOnline: false, enteredAt, at: this.#options.serverNow() })
  }

  #countDrop(deviceId: DeviceId): void {
    const count = this.#drops.get(deviceId) ?? 0
    if (count === 0 && this.#drops.size >= this.#options.limits.dropsMax) return
    this.#drops.set(deviceId, count + 1)
    this.#forgetting.start(deviceId)
  }

  #change(agent: AgentPresence): void {
    if (!this.#isListening) return
    this.#changes.set(agent.deviceId, agent)
    this.#timer ??= setTimeout(() => this.#flush(), this.#options.limits.presenceBatchMs).unref()
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
