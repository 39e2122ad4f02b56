// The agent's questions to the server.

import type { KeyObject } from 'node:crypto'
import type { Result } from '@farport/basics'
import {
  agentRefusal,
  assignment,
  assignmentPath,
  claimOffer,
  claimPath,
  enrolPath,
  type AgentRefusal,
  type Assignment,
  type ClaimOffer,
  type ClaimRequest,
  type EnrolRequest,
} from '@farport/protocol'
import { SignedRequests, type RequestRefusal } from './signed-requests.ts'

export type ApiRefusal = RequestRefusal<AgentRefusal['code']>

export interface ServerApiOptions {
  serverUrl: URL
  privateKey: KeyObject
  now: () => number
  timeoutMs?: number
}

export class ServerApi {
  readonly #requests: SignedRequests<AgentRefusal['code']>

  constructor(options: ServerApiOptions) {
    this.#requests = new SignedRequests({ ...options, refusal: agentRefusal })
  }

  /** The time by the server's clock: tickets are judged by it. */
  now(): number {
    return this.#requests.now()
  }

  enrol(request: EnrolRequest): Promise<Result<Assignment, ApiRefusal>> {
    return this.#requests.ask(assignment, 'POST', enrolPath, JSON.stringify(request))
  }

  /** A code to show, for somebody to type in. */
  claim(request: ClaimRequest): Promise<Result<ClaimOffer, ApiRefusal>> {
    return this.#requests.ask(claimOffer, 'POST', claimPath, JSON.stringify(request))
  }

  assignment(): Promise<Result<Assignment, ApiRefusal>> {
    return this.#requests.ask(assignment, 'GET', assignmentPath)
  }
}
