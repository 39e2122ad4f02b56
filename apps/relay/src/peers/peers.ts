// Lets initiators meet agents: judges their tickets, orders a work connection from both, and moves bytes that it cannot
// read between the two until they end, or their connection is cut.

import type { KeyObject } from 'node:crypto'
import type { InitiatorToRelay, PeerClaims } from '@farport/protocol'
import type { ConnectionId, DeviceId } from '@farport/vocabulary'
import { resetSocket } from '@farport/transport'
import type { Logger } from 'pino'
import { Rates } from '../rates.ts'
import type { WorkConnections } from '../sessions/work-connections.ts'
import type { Splicer } from '../splice/splice.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'
import { CutConnections } from './cut-connections.ts'
import type { Initiator } from './initiator.ts'
import type { Initiators } from './initiators.ts'
import { Pair } from './pair.ts'
import { decideReach, type PairLimits } from './reach-rules.ts'
import { Tally } from './tally.ts'

export interface PeersOptions {
  initiators: Initiators
  workConnections: WorkConnections
  splicer: Splicer
  limits: PairLimits & {
    pairIdleMs: number
    reachesPerSecond: number
    reachesBurst: number
    initiatorsMax: number
    cutsMax: number
    cutRememberMs: number
  }
  log: Logger
  now: () => number
  ticketKeys: () => readonly KeyObject[]
  findTunnel: (deviceId: DeviceId) => Tunnel | undefined
  onClosed: (bytes: { sent: number; received: number }) => void
}

type Reach = Extract<InitiatorToRelay, { type: 'reach' }>

export class Peers implements Disposable {
  readonly #options: PeersOptions
  /** Being made, or carrying. */
  readonly #pairs = new Set<Pair>()
  readonly #tally = new Tally()
  readonly #cuts: CutConnections
  readonly #rates: Rates
  readonly #sweep: NodeJS.Timeout
  #isLeaving = false
  #onEmpty: (() => void) | undefined

  constructor(options: PeersOptions) {
    const { limits, now } = options
    this.#options = options
    this.#cuts = new CutConnections({ rememberMs: limits.cutRememberMs, lengthMax: limits.cutsMax, now })
    this.#rates = new Rates({
      perSecond: limits.reachesPerSecond,
      burst: limits.reachesBurst,
      askersMax: limits.initiatorsMax,
      now,
    })
    this.#sweep = setInterval(() => this.#cutSilent(), limits.pairIdleMs / 4).unref()
  }

  /** Pairs that there are, or are being made. */
  get size(): number {
    return this.#pairs.size
  }

  reach(initiator: Initiator, { requestId, ticket }: Reach): void {
    const refuse = (code: 'busy', message: string) => initiator.send({ type: 'unreachable', requestId, code, message })
    if (!this.#rates.mayAsk(initiator.key)) return refuse('busy', 'This initiator asks too often.')
    const verdict = decideReach(ticket, this.#facts(initiator))
    if (!verdict.ok) return initiator.send({ type: 'unreachable', requestId, ...verdict.refusal })
    const tunnel = this.#options.findTunnel(verdict.value.deviceId)
    if (tunnel === undefined) throw new Error('an agent was here, and is not, in one turn')
    this.#options.initiators.reached(initiator, verdict.value.connectionId)
    void this.#meet(initiator, requestId, tunnel, verdict.value)
  }

  /** The server has ended the connection. */
  cut(connectionId: ConnectionId): void {
    this.#cuts.add(connectionId)
    for (const pair of this.#pairs) if (pair.facts.connectionId === connectionId) pair.cut()
    this.#options.initiators.cut(connectionId)
  }

  /** The server has let the device go. */
  cutDevice(deviceId: DeviceId): void {
    for (const pair of this.#pairs) if (pair.facts.deviceId === deviceId) pair.cut()
  }

  /** Takes no more, and resolves when those that there are have moved away, or the time is up. */
  async leave(waitMs: number): Promise<void> {
    this.#isLeaving = true
    if (this.#pairs.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onEmpty = resolve
    const timer = setTimeout(resolve, waitMs)
    await promise
    clearTimeout(timer)
  }

  [Symbol.dispose](): void {
    this.#isLeaving = true
    clearInterval(this.#sweep)
    this.#cuts[Symbol.dispose]()
    for (const pair of this.#pairs) pair.cut()
  }

  async #meet(initiator: Initiator, requestId: number, tunnel: Tunnel, claims: PeerClaims): Promise<void> {
    const pair = new Pair(claims, this.#options.now())
    this.#enter(pair)
    try {
      await this.#carry(pair, initiator, requestId, tunnel)
    } finally {
      this.#left(pair)
    }
  }

  async #carry(pair: Pair, initiator: Initiator, requestId: number, tunnel: Tunnel): Promise<void> {
    const { workConnections, splicer, log } = this.#options
    const { connectionId, deviceId } = pair.facts
    let ownToken: string | undefined
    const ofAgent = workConnections.expect(deviceId, (token) =>
      tunnel.send({ type: 'link', token, initiatorKey: initiator.key }),
    )
    const own = workConnections.expect(initiator.key, (token) => {
      ownToken = token
      initiator.send({ type: 'link', requestId, token })
    })
    const agentSocket = await ofAgent
    if (!agentSocket.ok) {
      log.info({ connectionId, deviceId, reason: agentSocket.refusal }, 'an agent could not be met')
      initiator.send({ type: 'unreachable', requestId, code: 'agent', message: agentSocket.refusal })
      if (ownToken !== undefined) workConnections.giveUp(ownToken, agentSocket.refusal)
    }
    const ownSocket = await own
    if (ownToken === undefined) {
      initiator.send({ type: 'unreachable', requestId, code: 'busy', message: 'Too many links are being made here.' })
    }
    if (!agentSocket.ok || !ownSocket.ok || pair.isCut) {
      if (agentSocket.ok) resetSocket(agentSocket.value)
      if (ownSocket.ok) resetSocket(ownSocket.value)
      return
    }
    pair.movedAtMs = this.#options.now()
    const end = await pair.carry((first, second) => splicer.join(first, second), ownSocket.value, agentSocket.value)
    log.debug({ connectionId, deviceId, end, ...pair.bytes }, 'a pair is over')
  }

  #enter(pair: Pair): void {
    this.#pairs.add(pair)
    for (const kind of kindsOf(pair.facts)) this.#tally.add(kind)
  }

  #left(pair: Pair): void {
    this.#pairs.delete(pair)
    for (const kind of kindsOf(pair.facts)) this.#tally.take(kind)
    this.#options.onClosed(pair.bytes)
    if (this.#pairs.size === 0) this.#onEmpty?.()
  }

  /** Whoever lives says something from time to time: a pair that carries nothing for so long has lost an end. */
  #cutSilent(): void {
    const nowMs = this.#options.now()
    for (const pair of this.#pairs) {
      const { sent, received } = pair.bytes
      if (!pair.isJoined) continue
      if (sent + received !== pair.movedBytes) {
        pair.movedBytes = sent + received
        pair.movedAtMs = nowMs
      } else if (nowMs - pair.movedAtMs >= this.#options.limits.pairIdleMs) pair.cut()
    }
  }

  #facts(initiator: Initiator) {
    const { ticketKeys, now, limits, findTunnel } = this.#options
    return {
      initiatorKey: initiator.key,
      ticketKeys: ticketKeys(),
      nowMs: now(),
      limits,
      isLeaving: this.#isLeaving,
      wasCut: (connectionId: ConnectionId) => this.#cuts.has(connectionId),
      agentKey: (deviceId: DeviceId) => findTunnel(deviceId)?.agent.key,
      counts: ({ deviceId, accountId, initiatorKey }: PeerClaims) => ({
        all: this.#pairs.size,
        ofAgent: this.#tally.of(deviceId),
        ofAccount: this.#tally.of(accountId),
        ofInitiator: this.#tally.of(initiatorKey),
      }),
    }
  }
}

/** Ids bear their kind, and a key is longer than any: none is another. */
const kindsOf = ({ deviceId, accountId, initiatorKey }: Pair['facts']): readonly string[] => [
  deviceId,
  accountId,
  initiatorKey,
]
