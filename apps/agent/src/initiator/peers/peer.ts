// One device's agent, as this end reaches it by one route: the session to it, made anew for as long as somebody needs it,
// and shared by all connections that do.

import { accept, createBackoff, refuse, type Result } from '@farport/basics'
import type { LocalError, RelayPlace, RouteMode } from '@farport/protocol'
import { streamCode, type Grant, type SessionStream, type StreamRefusal } from '@farport/session'
import type { ConnectionId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { deviceOffline, keyMismatch, type PeerFacts } from '../connections/connection-rules.ts'
import type { Carrier } from '../paths/carrier.ts'
import type { PathReason } from '../paths/path-reason.ts'
import type { WakeReason } from '../../tunnel/wake-watch.ts'
import { firstInTurn } from '../relays/reach-in-turn.ts'
import type { ReachRefusal } from '../relays/relay-channel.ts'
import type { RelayChannels, RelayedLink } from '../relays/relay-channels.ts'
import { Changes, Pause } from './wake-ups.ts'
import { beginSession, type LiveSession, type SessionParts } from './live-session.ts'

/** A connection, as far as its peer needs to know it. */
export interface PeerUser {
  readonly connectionId: ConnectionId
  readonly ticket: string
  readonly relays: readonly RelayPlace[]
  readonly wantsDatagrams: boolean
  /** The relay did not take its ticket. */
  onTicketDoubted(): void
}

export interface PeerOptions extends SessionParts {
  readonly agentKey: string
  readonly route: RouteMode
  readonly channels: RelayChannels
  /** A stream waits so long for a session, and for a direct way where no other is permitted. */
  readonly streamWaitMs: number
  readonly now: () => number
  readonly random: () => number
  readonly log: Logger
  /** Something that people may see has changed. */
  readonly onChange: () => void
}

const stormWaitMs = 500
/** A relay that has not answered within this time is not waited for alone. */
const staggerMs = 2000

export class Peer implements Disposable {
  readonly #options: PeerOptions
  readonly #users = new Set<PeerUser>()
  readonly #grants = new Map<PeerUser, Grant>()
  readonly #changes = new Changes()
  readonly #pause = new Pause(stormWaitMs)
  readonly #backoff
  #live: LiveSession | undefined
  #relay: RelayPlace | undefined
  #trouble: LocalError | undefined
  #isRunning = false

  constructor(options: PeerOptions) {
    this.#options = options
    this.#backoff = createBackoff({ delayMsFirst: 500, delayMsMax: 15_000, random: options.random })
  }

  get isUnused(): boolean {
    return this.#users.size === 0
  }

  /** The relay that the session was made by. */
  get relay(): RelayPlace | undefined {
    return this.#relay
  }

  get carrier(): Carrier | undefined {
    return this.#live?.paths.carrier
  }

  get facts(): PeerFacts {
    const lost = this.#live?.paths.trouble
    return {
      isAtRelay: this.#relay !== undefined && this.#options.channels.isAt(this.#relay),
      isAuthenticated: this.#live !== undefined,
      carrier: this.carrier?.kind,
      hasRelay: this.#live?.paths.hasRelay ?? false,
      trouble: this.#trouble ?? (lost === undefined ? undefined : deviceOffline(lost)),
    }
  }

  /** There is a session, and what carries it is permitted to carry streams. */
  get isUsable(): boolean {
    if (this.#live === undefined || this.#live.session.end !== undefined) return false
    const kind = this.carrier?.kind
    return this.#options.route === 'p2p' ? kind !== undefined && kind !== 'relay' : true
  }

  get reason(): PathReason | undefined {
    const { trouble } = this.facts
    return this.#live?.paths.reason ?? (trouble && { why: 'unreachable', sentence: trouble.message })
  }

  attach(user: PeerUser): void {
    this.#users.add(user)
    this.#pause.cutShort()
    if (!this.#isRunning) void this.#run()
  }

  /** Its streams are ended. */
  detach(user: PeerUser): void {
    this.#users.delete(user)
    this.#grants.get(user)?.revoke()
    this.#grants.delete(user)
    if (this.isUnused) this[Symbol.dispose]()
  }

  /** The user has another ticket for the same. */
  renewed(user: PeerUser): void {
    this.#grants.get(user)?.renew(user.ticket)
    if (this.#live === undefined) this.#pause.cutShort()
  }

  /** Waits for a session that may be used, and asks for a stream over it. */
  async open(user: PeerUser, source: string): Promise<Result<SessionStream, StreamRefusal>> {
    const deadlineMs = this.#options.now() + this.#options.streamWaitMs
    this.#pause.cutShort()
    this.#live?.paths.visited()
    for (;;) {
      const live = await this.#usable(deadlineMs)
      if (live === undefined || !this.#users.has(user)) return refuse(this.#whyNot())
      const opened = await this.#grant(live, user).open(source)
      // One that ended under it is made anew: the stream never was.
      const isWorthATry = !opened.ok && opened.refusal.code === streamCode.sessionEnded
      if (!isWorthATry || this.#options.now() >= deadlineMs) return opened
    }
  }

  /** After a sleep, or a change of network. */
  wake(reason: WakeReason): void {
    this.#live?.paths.wake(reason)
    this.#pause.cutShort()
  }

  [Symbol.dispose](): void {
    this.#users.clear()
    this.#live?.session.close()
    this.#pause.cutShort()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (!this.isUnused) {
      const made = await this.#make()
      if (made.ok) {
        this.#backoff.reset()
        await made.value.session.closed
        this.#live = undefined
        this.#grants.clear()
        this.#options.onChange()
      } else {
        this.#options.onChange()
        if (!this.isUnused) await this.#pause.wait(this.#backoff.next())
      }
    }
    this.#isRunning = false
  }

  async #make(): Promise<Result<LiveSession, LocalError>> {
    const reached = await this.#reach()
    if (!reached.ok) {
      this.#trouble = reached.refusal.code === 'key' ? keyMismatch : deviceOffline(reached.refusal.message)
      this.#options.log.info({ reason: reached.refusal.message }, 'the device cannot be reached')
      return refuse(this.#trouble)
    }
    if (this.isUnused) {
      reached.value.link.destroy()
      return refuse(deviceOffline('nobody needs it any more'))
    }
    const { route, now, random, log } = this.#options
    const live = beginSession(reached.value, {
      ...this.#options,
      route,
      now,
      random,
      log,
      relays: () => this.#relays(),
      wantsDatagrams: () => [...this.#users].some((user) => user.wantsDatagrams),
      reachRelay: () => this.#reach(),
      onChange: () => this.#changed(),
    })
    this.#live = live
    this.#trouble = undefined
    for (const user of this.#users) this.#grant(live, user)
    this.#changed()
    return accept(live)
  }

  #relays(): readonly RelayPlace[] {
    return [...this.#users][0]?.relays ?? []
  }

  /** The relays of the order in turn; the one that this end is at already first. */
  #reach(): Promise<Result<RelayedLink, ReachRefusal>> {
    const { channels } = this.#options
    const relays = this.#relays().toSorted((left, right) => Number(channels.isAt(right)) - Number(channels.isAt(left)))
    const [best] = relays
    let refused: Result<RelayedLink, ReachRefusal> | undefined
    const reachBy = async (relay: RelayPlace): Promise<Result<RelayedLink, ReachRefusal>> => {
      const reached = await this.#reachBy(relay)
      if (!reached.ok) refused ??= reached
      return reached
    }
    // Where all are silent, what hangs may be the one try only: the best is tried once more.
    const again = best === undefined ? [] : [async () => refused ?? (await reachBy(best))]
    return firstInTurn([...relays.map((relay) => () => reachBy(relay)), ...again], {
      staggerMs,
      onLate: ({ link }) => link.destroy(),
      choose: mostTelling,
    })
  }

  async #reachBy(relay: RelayPlace): Promise<Result<RelayedLink, ReachRefusal>> {
    const [user] = this.#users
    if (user === undefined) return refuse({ code: 'relay', message: 'nobody needs it any more' })
    const reached = await this.#options.channels.reach(relay, user.ticket, this.#options.agentKey)
    if (reached.ok) this.#relay = relay
    else if (reached.refusal.code === 'ticket') for (const each of this.#users) each.onTicketDoubted()
    return reached
  }

  #grant({ session }: LiveSession, user: PeerUser): Grant {
    const grant = this.#grants.get(user) ?? session.grant(user.ticket)
    this.#grants.set(user, grant)
    return grant
  }

  /** Undefined when there is none in time. */
  async #usable(deadlineMs: number): Promise<LiveSession | undefined> {
    while (this.#options.now() < deadlineMs && !this.isUnused) {
      if (this.#live !== undefined && this.isUsable) return this.#live
      await this.#changes.next(Math.max(1, deadlineMs - this.#options.now()))
    }
    return undefined
  }

  #whyNot(): StreamRefusal {
    if (this.#trouble !== undefined) return { code: streamCode.broken, message: this.#trouble.message }
    const reason = this.reason?.sentence ?? 'The device did not answer in time.'
    const only = this.#options.route === 'p2p' ? ' This connection may go by a direct way only.' : ''
    return { code: streamCode.broken, message: `${reason}${only}` }
  }

  #changed(): void {
    this.#changes.tell()
    this.#options.onChange()
  }
}

/** What a relay says of the device tells more than that another relay cannot be reached. */
function mostTelling(refusals: readonly ReachRefusal[]): ReachRefusal {
  const wrongKey = refusals.find(({ code }) => code === 'key')
  const told = refusals.find(({ code }) => code !== 'relay')
  return wrongKey ?? told ?? refusals[0] ?? { code: 'relay', message: 'there is no relay' }
}
