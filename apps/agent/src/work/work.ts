// The work of a device's agent, put together: who comes through a relay or directly may use the services of the device,
// as far as tickets say so.

import type { Result } from '@farport/basics'
import { publicKeyFromText, type Assignment, type RelayPlace } from '@farport/protocol'
import type { Identity, Link } from '@farport/transport'
import type { ConnectionId, DeviceId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { ownNetworks } from '../machine.ts'
import type { LinkOrder } from '../tunnel/tunnel.ts'
import { CutConnections } from './cut-connections.ts'
import { DirectWays, type DirectPolicy } from './direct-ways.ts'
import { decideGrant } from './grant-rules.ts'
import { limits as ordinaryLimits, type WorkLimits } from './limits.ts'
import { Names } from './names.ts'
import { Reach } from './reach.ts'
import { Streams } from './streams.ts'
import { TargetProbes, type ProbeAnswer } from './target-probes.ts'
import type { TargetPlace } from './target-rules.ts'
import { Targets } from './targets.ts'
import { WorkLinks } from './work-links.ts'

export interface WorkOptions {
  readonly identity: Identity
  readonly deviceId: DeviceId
  readonly log: Logger
  /** By the server's clock. */
  readonly now: () => number
  readonly assignment: () => Assignment | undefined
  /** A ticket may be newer than the assignment: ask the server before refusing it. */
  readonly refreshAssignment: () => Promise<void>
  readonly direct: DirectPolicy
  readonly limits?: Partial<WorkLimits>
}

export class Work implements Disposable {
  readonly #streams: Streams
  readonly #links: WorkLinks
  readonly #probes: TargetProbes

  constructor(options: WorkOptions) {
    const { identity, deviceId, log, now, assignment, refreshAssignment } = options
    const limits: WorkLimits = { ...ordinaryLimits, ...options.limits }
    const relays = () => assignment()?.relays ?? []
    const cutConnections = new CutConnections(now)
    const names = new Names()
    const reach = new Reach({ names, networks: ownNetworks })
    const agentKey = identity.publicKey
    this.#probes = new TargetProbes({ limits, now: () => performance.now() })
    this.#streams = new Streams({
      services: () => assignment()?.services ?? [],
      refreshServices: refreshAssignment,
      targets: new Targets({ names, reach, limits, log }),
      cutConnections,
      streamsMax: limits.streamsMax,
    })
    this.#links = new WorkLinks({
      identity,
      limits,
      log,
      now,
      relays,
      directWays: new DirectWays({ identity, policy: options.direct, looksMax: limits.looksMax, relays }),
      verifyGrant: (ticket, peerKey) =>
        decideGrant(ticket, {
          deviceId,
          agentKey,
          peerKey,
          ticketKeys: ticketKeysOf(assignment()),
          nowMs: now(),
          isCut: (connectionId) => cutConnections.has(connectionId),
        }),
      onStream: (request) => void this.#streams.connect(request),
    })
  }

  /** A relay asks for a link. Refused with a sentence for it. */
  makeLink(order: LinkOrder, relay: RelayPlace): Promise<Result<true, string>> {
    return this.#links.make(order, relay)
  }

  /** Streams that are carried now. */
  get streams(): number {
    return this.#streams.size
  }

  /** A link that has just been made, by whatever way, and has proven whose it is. */
  answer(link: Link): void {
    this.#links.answer(link)
  }

  /** The server has ended the connection. */
  cut(connectionId: ConnectionId): void {
    this.#streams.cut(connectionId)
    this.#links.cut(connectionId)
  }

  probe(place: TargetPlace): Promise<ProbeAnswer> {
    return this.#probes.probe(place)
  }

  /** Sessions that live, carried or not. */
  get sessions(): number {
    return this.#links.sessions
  }

  /** The machine has slept, or its addresses have changed. */
  networkChanged(): void {
    this.#links.lookAgain()
  }

  /** There is a new assignment, or none any more. */
  servicesChanged(): void {
    this.#streams.servicesChanged()
  }

  /** Ends all sessions, and so all streams. */
  end(message: string): void {
    this.#links.end(message)
  }

  [Symbol.dispose](): void {
    this.#streams[Symbol.dispose]()
    this.#links[Symbol.dispose]()
  }
}

function ticketKeysOf(assignment: Assignment | undefined) {
  return (assignment?.ticketKeys ?? []).map(publicKeyFromText).filter((key) => key !== undefined)
}
