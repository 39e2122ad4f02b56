// All agents that are here. One tunnel per device; a second one replaces the first, or is a cloned disk.

import type { RelayToAgent, TunnelRefusalCode } from '@farport/protocol'
import type { DeviceId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { Deadlines } from '../deadlines.ts'
import { Heartbeat } from '../heartbeat.ts'
import { decideRival } from './rivals.ts'
import type { Tunnel } from './tunnel.ts'

export interface TunnelsOptions {
  limits: { tunnelsMax: number; heartbeatMs: number; rivalProbeMs: number }
  log: Logger
  now: () => number
  onEntered: (tunnel: Tunnel) => void
  onLeft: (tunnel: Tunnel) => void
}

/** How long a cloned disk stays away: long enough not to be a nuisance, short enough to notice that the other is gone. */
const duplicateRetryMs = 60_000

export class Tunnels implements Disposable {
  readonly #options: TunnelsOptions
  readonly #byDevice = new Map<DeviceId, Tunnel>()
  readonly #heartbeat: Heartbeat<Tunnel>
  /** Newcomers that wait for the present holder of their key to show that it lives, by device. */
  readonly #newcomers = new Map<DeviceId, Tunnel>()
  readonly #probes: Deadlines<DeviceId>

  constructor(options: TunnelsOptions) {
    this.#options = options
    this.#heartbeat = new Heartbeat({ periodMs: options.limits.heartbeatMs, ping: (tunnel) => this.#beat(tunnel) })
    this.#probes = new Deadlines({
      afterMs: options.limits.rivalProbeMs,
      onDue: (deviceId) => this.#presentIsSilent(deviceId),
      now: options.now,
    })
  }

  get size(): number {
    return this.#byDevice.size
  }

  get(deviceId: DeviceId): Tunnel | undefined {
    return this.#byDevice.get(deviceId)
  }

  /** Admits it, or refuses it on its own channel. */
  enter(tunnel: Tunnel): void {
    const { deviceId } = tunnel.agent
    const present = this.#byDevice.get(deviceId)
    switch (decideRival(present?.agent, tunnel.agent)) {
      case 'enter':
        if (this.#byDevice.size < this.#options.limits.tunnelsMax) return this.#admit(tunnel)
        return tunnel.refuse({ code: 'busy', message: 'This relay is full.', retryAfterMs: 30_000 })
      case 'replace':
        return this.#replace(tunnel)
      case 'ask-present':
        if (this.#newcomers.has(deviceId)) {
          return tunnel.refuse({
            code: 'busy',
            message: 'Another agent with this key is being asked.',
            retryAfterMs: 5000,
          })
        }
        this.#newcomers.set(deviceId, tunnel)
        this.#probes.start(deviceId)
        present?.ping()
    }
  }

  /** A sign of life. */
  answered(tunnel: Tunnel): void {
    tunnel.answered()
    const { deviceId } = tunnel.agent
    if (this.#byDevice.get(deviceId) !== tunnel || !this.#probes.stop(deviceId)) return
    const newcomer = this.#newcomers.get(deviceId)
    this.#newcomers.delete(deviceId)
    this.#options.log.warn(
      { deviceId, here: tunnel.address, newcomer: newcomer?.address },
      'two live agents hold one key: was a disk cloned?',
    )
    newcomer?.refuse({
      code: 'duplicate',
      message:
        'Another machine with the key of this device is online. If this disk was cloned, remove its key and register it anew.',
      retryAfterMs: duplicateRetryMs,
    })
  }

  /** Its socket is closed. */
  closed(tunnel: Tunnel): void {
    const { deviceId } = tunnel.agent
    if (this.#newcomers.get(deviceId) === tunnel) {
      this.#newcomers.delete(deviceId)
      this.#probes.stop(deviceId)
    }
    if (this.#byDevice.get(deviceId) !== tunnel) return
    this.#forget(tunnel)
    const newcomer = this.#newcomers.get(deviceId)
    if (newcomer) this.#admitNewcomer(newcomer)
  }

  /** False when the device is not here. */
  send(deviceId: DeviceId, message: RelayToAgent): boolean {
    const tunnel = this.#byDevice.get(deviceId)
    tunnel?.send(message)
    return tunnel !== undefined
  }

  drop(deviceId: DeviceId, refusal: { code: TunnelRefusalCode; message: string }): void {
    this.#byDevice.get(deviceId)?.refuse(refusal)
  }

  /** The clock was wrong until now. */
  shift(ms: number): void {
    for (const tunnel of this.#byDevice.values()) tunnel.enteredAt += ms
  }

  /** Sends all agents away; each comes back at a moment of its own. */
  drain(returnAfterMs: number): void {
    for (const tunnel of this.#byDevice.values()) tunnel.send({ type: 'drain', returnAfterMs })
  }

  [Symbol.dispose](): void {
    this.#heartbeat[Symbol.dispose]()
    this.#probes[Symbol.dispose]()
    for (const tunnel of [...this.#byDevice.values(), ...this.#newcomers.values()]) tunnel.socket.terminate()
  }

  #beat(tunnel: Tunnel): void {
    if (!tunnel.isPinged) return tunnel.ping()
    this.#options.log.debug({ deviceId: tunnel.agent.deviceId }, 'agent does not answer')
    tunnel.wasSilent = true
    tunnel.socket.terminate()
  }

  #admit(tunnel: Tunnel): void {
    this.#byDevice.set(tunnel.agent.deviceId, tunnel)
    this.#heartbeat.add(tunnel)
    tunnel.send({ type: 'entered', heartbeatMs: this.#options.limits.heartbeatMs, address: tunnel.address })
    this.#options.onEntered(tunnel)
  }

  #replace(tunnel: Tunnel): void {
    const present = this.#byDevice.get(tunnel.agent.deviceId)
    if (present) {
      this.#forget(present)
      present.refuse({ code: 'replaced', message: 'Another tunnel with the same key has come.' })
    }
    this.#admit(tunnel)
  }

  #presentIsSilent(deviceId: DeviceId): void {
    // Its close event admits the newcomer.
    this.#byDevice.get(deviceId)?.socket.terminate()
  }

  #admitNewcomer(tunnel: Tunnel): void {
    this.#newcomers.delete(tunnel.agent.deviceId)
    this.#probes.stop(tunnel.agent.deviceId)
    this.#admit(tunnel)
  }

  #forget(tunnel: Tunnel): void {
    this.#byDevice.delete(tunnel.agent.deviceId)
    this.#heartbeat.delete(tunnel)
    this.#options.onLeft(tunnel)
  }
}
