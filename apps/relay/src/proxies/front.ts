// What stands at a proxy's port: TCP or UDP. It makes a stream of each client that its proxy admits.

import type { Result } from '@farport/basics'
import type { SessionStream, StreamRefusal } from '@farport/session'

export type TurnedAway = 'address' | 'limit' | 'device' | 'target'

/** Payload towards the device, and from it. */
export interface Carried {
  readonly sent: number
  readonly received: number
}

/** The proxy, as its front sees it. */
export interface FrontHost {
  /** Whether this address may come in, beside so many clients that are there already. Refused with the reason. */
  admit(address: string, clients: number): Result<true, TurnedAway>
  /** From here until streamClosed the proxy counts as used. */
  streamOpened(address: string): void
  streamClosed(carried: Carried): void
  /** Refused with the reason; undefined when the proxy is over. */
  openStream(source: string): Promise<Result<SessionStream, TurnedAway> | undefined>
  onRefused(reason: TurnedAway): void
}

export interface Front {
  /** Of the clients that are there now. */
  readonly carried: Carried
  /** Ends the listening, and cuts every client. */
  cut(refusal: StreamRefusal): void
}
