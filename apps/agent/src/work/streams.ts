// Streams of a session, connected to the services of this device, and to nothing else.

import type { ServiceOrder } from '@farport/protocol'
import { streamCode, type StreamRefusal, type StreamRequest } from '@farport/session'
import type { ConnectionId } from '@farport/vocabulary'
import type { Carried } from './carried.ts'
import type { CutConnections } from './cut-connections.ts'
import { isStillListed, listedService } from './grant-rules.ts'
import type { Targets } from './targets.ts'

export interface StreamsOptions {
  services: () => readonly ServiceOrder[]
  /** A ticket may be newer than our list: ask the server before refusing it. */
  refreshServices: () => Promise<void>
  targets: Targets
  cutConnections: CutConnections
  streamsMax: number
}

const notListed: StreamRefusal = { code: streamCode.ticketRefused, message: 'this device does not offer that service' }
const tooMany: StreamRefusal = {
  code: streamCode.tooManyStreams,
  message: 'this device carries as many streams as it can',
}
const ended: StreamRefusal = { code: streamCode.revoked, message: 'the connection was ended' }
const revoked: StreamRefusal = { code: streamCode.revoked, message: 'the service was removed or changed' }

export class Streams implements Disposable {
  readonly #options: StreamsOptions
  readonly #live = new Map<Carried, { service: ServiceOrder; connectionId: ConnectionId }>()
  #connecting = 0

  constructor(options: StreamsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#live.size
  }

  /** Accepts the stream once its service answers, or refuses it with the reason. */
  async connect(request: StreamRequest): Promise<void> {
    if (this.#live.size + this.#connecting >= this.#options.streamsMax) return request.refuse(tooMany)
    this.#connecting += 1
    try {
      await this.#connect(request)
    } finally {
      this.#connecting -= 1
    }
  }

  /** There are new orders: what they do not list any more is cut. */
  servicesChanged(): void {
    const services = this.#options.services()
    for (const [live, { service }] of this.#live) {
      if (!isStillListed(services, service)) live.cut(revoked)
    }
  }

  /** The server has ended the connection: its streams are over, and none comes under its tickets any more. */
  cut(connectionId: ConnectionId): void {
    this.#options.cutConnections.add(connectionId)
    for (const [live, carried] of this.#live) if (carried.connectionId === connectionId) live.cut(ended)
  }

  [Symbol.dispose](): void {
    for (const live of this.#live.keys()) live.cut({ code: streamCode.sessionEnded, message: 'the agent stops' })
  }

  async #connect(request: StreamRequest): Promise<void> {
    if (this.#isCut(request)) return request.refuse(ended)
    const service = await this.#find(request)
    if (service === undefined) return request.refuse(notListed)
    const target = await this.#options.targets.open(service)
    if (!target.ok) return request.refuse(target.refusal)
    const refusal = this.#refusalAfter(request, service)
    if (request.isOver || refusal !== undefined) {
      target.value.drop()
      return request.refuse(refusal ?? ended)
    }
    const live = target.value.carry(request.accept())
    this.#live.set(live, { service, connectionId: request.claims.connectionId })
    void live.closed.finally(() => this.#live.delete(live))
  }

  #isCut({ claims }: StreamRequest): boolean {
    return this.#options.cutConnections.has(claims.connectionId)
  }

  /** Orders may have changed while the service was dialled. */
  #refusalAfter(request: StreamRequest, service: ServiceOrder): StreamRefusal | undefined {
    if (this.#isCut(request)) return ended
    return isStillListed(this.#options.services(), service) ? undefined : notListed
  }

  async #find({ claims }: StreamRequest): Promise<ServiceOrder | undefined> {
    const known = listedService(this.#options.services(), claims)
    if (known) return known
    await this.#options.refreshServices()
    return listedService(this.#options.services(), claims)
  }
}
