// An initiator's questions to the server about its connections.

import type { KeyObject } from 'node:crypto'
import type { Result } from '@farport/basics'
import {
  endPath,
  initiatorRefusal,
  peerOrder,
  renewPath,
  reportPath,
  type InitiatorRefusal,
  type PathReport,
  type PeerOrder,
} from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'
import { z } from 'zod'
import { SignedRequests, type RequestRefusal } from '../../server/signed-requests.ts'

export type ConnectionRefusal = RequestRefusal<InitiatorRefusal['code']>

export class ConnectionApi {
  readonly #requests: SignedRequests<InitiatorRefusal['code']>

  constructor(options: { serverUrl: URL; privateKey: KeyObject; now: () => number }) {
    this.#requests = new SignedRequests({ ...options, refusal: initiatorRefusal })
  }

  /** The time by the server's clock. */
  now(): number {
    return this.#requests.now()
  }

  renew(connectionId: ConnectionId): Promise<Result<PeerOrder, ConnectionRefusal>> {
    return this.#requests.ask(peerOrder, 'POST', renewPath, JSON.stringify({ connectionId }))
  }

  report(reports: readonly PathReport[]): Promise<Result<unknown, ConnectionRefusal>> {
    return this.#requests.ask(z.unknown(), 'POST', reportPath, JSON.stringify({ reports }))
  }

  end(connectionId: ConnectionId): Promise<Result<unknown, ConnectionRefusal>> {
    return this.#requests.ask(z.unknown(), 'POST', endPath, JSON.stringify({ connectionId }))
  }
}
