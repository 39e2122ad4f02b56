// What a session does for a link that outlives the links beneath it: it acknowledges what comes, paces what goes, and
// tells what becomes of the link that carries.

import { encodeFrame, type ControlFrame } from '@farport/protocol'
import { Acknowledger } from './acknowledger.ts'
import type { SessionLimits } from './limits.ts'
import { Pace } from './pace.ts'
import type { ResumableLink } from './resumable-link.ts'
import type { CarrierState, SessionOptions } from './session.ts'

export interface CarriageOptions {
  readonly link: ResumableLink
  readonly send: (frame: Uint8Array) => void
  readonly onCarrier: SessionOptions['onCarrier']
}

/** Of what is kept for the other end: for control frames, which do not wait for the pace. */
const controlBytes = 2_097_152

export class Carriage {
  readonly pace: Pace
  readonly #link: ResumableLink
  readonly #onCarrier: SessionOptions['onCarrier']
  readonly #acknowledger: Acknowledger
  #state: CarrierState = 'carrying'
  /** Whether among the bytes that are being read is something that the other end should not keep for long. */
  #isWorthAcknowledging = false
  #isStopped = false

  constructor({ link, send, onCarrier }: CarriageOptions) {
    this.#link = link
    this.#onCarrier = onCarrier
    this.#acknowledger = new Acknowledger({
      receivedBytes: () => link.receivedBytes,
      send: (receivedBytes) => send(encodeFrame({ type: 'ack', receivedBytes })),
    })
    this.pace = new Pace({
      sentBytes: () => link.sentBytes,
      bytesMax: Math.max(link.replayBytesMax - controlBytes, link.replayBytesMax / 2),
      linkBytes: () => link.windowBytes,
      nowMs: () => performance.now(),
    })
  }

  get state(): CarrierState {
    return this.#state
  }

  /** Whether there is anything to carry what is sent. */
  get isCarried(): boolean {
    return this.#link.carrier !== undefined
  }

  tell(state: CarrierState): void {
    if (this.#isStopped) return
    this.#state = state
    this.#onCarrier?.(state)
  }

  /** Another link carries from now on, or none. */
  carrierChanged(): void {
    this.pace.restart()
    this.tell(this.isCarried ? 'carrying' : 'lost')
  }

  /** Nobody answers over the link that carries. */
  dropCarrier(message: string): void {
    this.#link.dropCarrier(new Error(message))
  }

  frameCame(type: ControlFrame['type'] | 'data' | 'datagram'): void {
    if (type !== 'ack' && type !== 'ping' && type !== 'pong') this.#isWorthAcknowledging = true
  }

  /** All that had come is read. */
  read(): void {
    this.#acknowledger.read(this.#isWorthAcknowledging)
    this.#isWorthAcknowledging = false
  }

  /** False: so many bytes were never sent. */
  acknowledged(receivedBytes: number): boolean {
    if (!this.#link.acknowledged(receivedBytes)) return false
    this.pace.acknowledged(receivedBytes)
    return true
  }

  stop(): void {
    this.#isStopped = true
    this.#acknowledger.stop()
  }
}

/**
 * Over a plain link nothing but its end can come of silence, so nobody hurries. Of the two ends of a resumable one the
 * initiator asks, because it can move.
 */
export function heartbeatLimits(limits: SessionLimits, { link, role }: SessionOptions): SessionLimits {
  const isResumable = 'acknowledged' in link
  if (isResumable && role === 'initiator') return limits
  const patientMs = isResumable ? limits.pingIntervalMs * 1.5 : limits.pingIntervalMs
  return { ...limits, pingActiveMs: patientMs, pingIntervalMs: patientMs }
}
