// Questions of the server whether something listens at a place, as a device sees it: passed to the device's agent, and
// its answer back. An agent answers only what it was asked.

import type { AgentToRelay, RelayToServer, ServerToRelay } from '@farport/protocol'
import type { DeviceId } from '@farport/vocabulary'
import { Deadlines } from '../deadlines.ts'
import type { Tunnel } from './tunnel.ts'
import type { Tunnels } from './tunnels.ts'

type Question = Extract<ServerToRelay, { type: 'probe-target' }>
type AgentAnswer = Extract<AgentToRelay, { type: 'probe-answer' }>
type Answer = Extract<RelayToServer, { type: 'probe-answer' }>

export interface TargetProbesOptions {
  limits: { probesMax: number; probeMs: number }
  now: () => number
  tunnels: Tunnels
  tell: (answer: Answer) => void
}

export class TargetProbes implements Disposable {
  readonly #options: TargetProbesOptions
  /** Asked and not answered, by the probe's id. */
  readonly #asked = new Map<string, DeviceId>()
  readonly #deadlines: Deadlines<string>

  constructor(options: TargetProbesOptions) {
    this.#options = options
    this.#deadlines = new Deadlines({
      afterMs: options.limits.probeMs,
      onDue: (probeId) => this.#settle(probeId, { result: 'busy', message: 'The device did not answer in time.' }),
      now: options.now,
    })
  }

  ask({ deviceId, probeId, host, port }: Question): void {
    const { tunnels, tell, limits } = this.#options
    if (this.#asked.has(probeId)) return
    if (this.#asked.size >= limits.probesMax) {
      return tell({ type: 'probe-answer', deviceId, probeId, result: 'busy', message: 'This relay is asked too much.' })
    }
    if (!tunnels.send(deviceId, { type: 'probe', probeId, host, port })) {
      return tell({ type: 'probe-answer', deviceId, probeId, result: 'offline', message: 'The device is offline.' })
    }
    this.#asked.set(probeId, deviceId)
    this.#deadlines.start(probeId)
  }

  answered({ agent }: Tunnel, { probeId, result, message }: AgentAnswer): void {
    if (this.#asked.get(probeId) === agent.deviceId) this.#settle(probeId, { result, message })
  }

  [Symbol.dispose](): void {
    this.#deadlines[Symbol.dispose]()
    this.#asked.clear()
  }

  #settle(probeId: string, { result, message }: Pick<AgentAnswer, 'result' | 'message'>): void {
    const deviceId = this.#asked.get(probeId)
    this.#asked.delete(probeId)
    this.#deadlines.stop(probeId)
    if (deviceId === undefined) return
    this.#options.tell({
      type: 'probe-answer',
      deviceId,
      probeId,
      result,
      ...(message !== undefined && { message }),
    })
  }
}
