// Whether something listens at a host and port, as a device sees it: what may be asked, and what an answer means.

import { accept, refuse, type Result } from '@farport/basics'
import type { Reachability, Refusal } from '@farport/contract'
import type { RelayToServer } from '@farport/protocol'
import { limits } from '@farport/vocabulary'
import { isHost } from './service.ts'

export interface PortCheck {
  readonly reachability: Reachability
  /** Why it is not reachable: a sentence. */
  readonly message?: string | undefined
}

/** Forms ask while somebody types; whoever wants to know a whole network is slowed down. */
export const portCheckBudgets = {
  'port-check-viewer': { points: 120, seconds: 60 },
  'port-check-device': { points: 120, seconds: 60 },
} as const

/** An agent gives up a little sooner. */
export const portCheckMsMax = 8000

export const invalidPlace: PortCheck = {
  reachability: 'INVALID',
  message: 'Please enter a valid host name or IP address, and a port from 1 to 65535.',
}
export const stillScanning: PortCheck = { reachability: 'SCANNING' }

/** As it is asked of the agent; undefined when there can be no such place. */
export function parsePlace(place: { host: string; port: number }): { host: string; port: number } | undefined {
  const host = place.host.trim()
  return isHost(host) && place.port >= 1 && place.port <= limits.portMax ? { host, port: place.port } : undefined
}

export type ProbeAnswer = Pick<Extract<RelayToServer, { type: 'probe-answer' }>, 'deviceId' | 'result' | 'message'>

export function portCheckOf({ result, message }: Omit<ProbeAnswer, 'deviceId'>): Result<PortCheck, Refusal> {
  switch (result) {
    case 'reachable':
      return accept({ reachability: 'REACHABLE' })
    case 'unreachable':
      return accept({ reachability: 'UNREACHABLE', message })
    case 'invalid':
      return accept({ reachability: 'INVALID', message })
    case 'busy':
      return refuse({ code: 'UNAVAILABLE', message: 'The device is asked too much just now. Try again in a minute.' })
    case 'offline':
      return refuse({ code: 'OFFLINE', message: 'The device is offline.' })
  }
}
