// A port of this machine that leads to a service: whoever comes and may, gets a stream.

import type { Socket } from 'node:net'
import type { Result } from '@farport/basics'
import type { SessionStream, StreamEnd, StreamRefusal } from '@farport/session'
import type { ClientGate } from './client-gate.ts'
import type { CountDatagram } from './socks-stream.ts'

export interface LocalPortOptions {
  readonly gate: ClientGate
  /** Asks for a stream for this client. */
  readonly open: (source: string) => Promise<Result<SessionStream, StreamRefusal>>
  /** The stream as the client's socket is to see it, where that is not what it is. */
  readonly adapt?: ((stream: SessionStream, client: Socket, count: CountDatagram) => SessionStream) | undefined
  /** Somebody has come, or has gone without a stream. */
  readonly onChange: () => void
  readonly onOpened: () => void
  readonly onOver: (end: StreamEnd) => void
  readonly onRefused: (refusal: StreamRefusal) => void
}

/** Disposing of it gives the port back and cuts what is open. */
export interface LocalPort extends Disposable {
  readonly port: number
  readonly streams: number
  /** Clients that wait for their stream. */
  readonly opening: number
  /** Towards and from the device, of all streams so far. */
  readonly txBytes: number
  readonly rxBytes: number
  /** Whether what comes to this port from this machine comes to this program. */
  answers(): Promise<boolean>
  /** Ends all streams, and lets the port be. */
  cut(refusal: StreamRefusal): void
}

/** Of one connection at once. */
export const clientsMax = 512
/** A port that does not answer this machine within this time does not. */
export const answerMs = 2000

/** Where this machine reaches a port that is bound there. */
export function ownAddressOf(boundTo: string): string {
  if (boundTo === '0.0.0.0') return '127.0.0.1'
  return boundTo === '::' ? '::1' : boundTo
}
