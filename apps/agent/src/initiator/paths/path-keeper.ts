// Keeps a session on the best link there is: asks the policy whenever a fact has changed, and does what it says.

import type { Result } from '@farport/basics'
import type { PathKind, RouteMode } from '@farport/protocol'
import type { MovableLink, Session, SpareLink } from '@farport/session'
import type { Link } from '@farport/transport'
import type { Logger } from 'pino'
import type { WakeReason } from '../../tunnel/wake-watch.ts'
import { Carrier } from './carrier.ts'
import {
  busyAskMs,
  busyTickMs,
  decidePath,
  fallsMax,
  heldUntilMs,
  isDoubtful,
  isSilent,
  isUnanswering,
  type PathDeed,
  type PathFacts,
  type PathFall,
} from './path-policy.ts'
import { DirectSearch, type Look } from './direct-search.ts'
import { reasonOf, type PathReason } from './path-reason.ts'
import { RelayReach } from './relay-reach.ts'
import { Spares } from './spares.ts'
import type { Way } from './way.ts'

export interface PathKeeperOptions {
  readonly route: RouteMode
  readonly session: Session
  readonly movable: MovableLink
  /** What carries now. */
  readonly first: Way
  readonly createSpare: (link: Link) => SpareLink
  /** A fresh relayed link to the same agent; refused with a sentence. */
  readonly reachRelay: () => Promise<Result<Way, string>>
  /** Begins to look for direct ways. Undefined: they are switched off on this machine. */
  readonly look: Look | undefined
  readonly wantsDatagrams: () => boolean
  readonly now: () => number
  readonly random: () => number
  readonly log: Logger
  readonly onChange: () => void
  /** The only permitted way is lost. */
  readonly onLost: (message: string) => void
}

const idleTickMs = 1000
/** Streams that have carried nothing for restMs: what comes next should not wait for a way that has died meanwhile. */
const restMs = 3000
const restingAskMs = 1000
const idleAskMs = 5000
/** What was heard so lately needs no question before somebody uses it. */
const visitMs = 1000
/** A look that comes so much too late says that this program stood still, not that the other end did. */
const standstillMs = 250

export class PathKeeper implements Disposable {
  readonly #options: PathKeeperOptions
  readonly #spares: Spares
  readonly #relays: RelayReach
  readonly #startedAtMs: number
  #carrier: Carrier | undefined
  readonly #direct: DirectSearch
  #falls: readonly PathFall[] = []
  #isMoving = false
  #dueAtMs = Infinity
  #wasLate = false
  #isUnanswering = false
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: PathKeeperOptions) {
    this.#options = options
    this.#startedAtMs = options.now()
    const { movable, first } = options
    const onWay = (way: Way): void => this.#add(way)
    this.#relays = new RelayReach({ ...options, onWay, onReady: this.#tick })
    this.#direct = new DirectSearch({ ...options, onWay, onFindings: options.onChange })
    this.#spares = new Spares({
      ...options,
      onProbed: this.#settled,
      onLost: (kind) => {
        if (kind !== 'relay') this.#direct.againLater()
        this.#settled()
      },
    })
    this.#carrier = new Carrier(
      { ...first, link: movable.carrier ?? first.link },
      this.#startedAtMs,
      movable.receivedBytes,
    )
    this.#tick()
  }

  get carrier(): Carrier | undefined {
    return this.#carrier
  }

  get hasRelay(): boolean {
    return this.#carrier?.kind === 'relay' || this.#spares.has('relay')
  }

  /** Why nothing gets through, while nothing does. */
  get trouble(): string | undefined {
    if (this.#carrier === undefined) return this.#relays.refusal ?? 'The way to the device was lost.'
    return this.#isUnanswering ? 'The device does not answer.' : undefined
  }

  /** Why there is no better path. */
  get reason(): PathReason | undefined {
    const nowMs = this.#options.now()
    const held = (['lan', 'tcp', 'udp'] as const).map((kind) => heldUntilMs(kind, this.#falls, nowMs) - nowMs)
    const isHolding = this.#spares.hasDirect && this.#carrier?.kind === 'relay'
    return reasonOf({
      route: this.#options.route,
      carrier: this.#carrier?.kind,
      canLook: this.#direct.isPermitted,
      findings: this.#direct.findings,
      lookedMs: nowMs - this.#startedAtMs,
      heldForMs: isHolding ? Math.max(...held) : undefined,
      trouble: this.trouble,
    })
  }

  onSignal(text: string): void {
    this.#direct.onSignal(text)
  }

  /** Something has happened that is worth a new look: a sleep, or another network. */
  wake(reason: WakeReason): void {
    // They were connected from an address that is gone: to move to one of them would take as long as to find that out.
    if (reason === 'left') this.#spares[Symbol.dispose]()
    this.#relays.hurry()
    this.#direct.again()
    this.#carrier?.doubt(0, this.#options.now())
    this.#tick()
  }

  /** Somebody comes, who should not wait for a way that has died while nobody looked. */
  visited(): void {
    this.#carrier?.doubt(visitMs, this.#options.now())
    this.#tick()
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
    this.#spares[Symbol.dispose]()
    this.#relays[Symbol.dispose]()
    this.#direct[Symbol.dispose]()
  }

  readonly #tick = (): void => {
    clearTimeout(this.#timer)
    if (this.#isDisposed) return
    const nowMs = this.#options.now()
    const hasStoodStill = !this.#wasLate && nowMs - this.#dueAtMs > standstillMs
    this.#wasLate = hasStoodStill
    this.#observe(nowMs)
    if (!hasStoodStill) for (const deed of decidePath(this.#facts(nowMs))) this.#do(deed)
    const isBusy = this.#options.session.streams > 0 || this.#facts(nowMs).carrier?.askedAtMs !== undefined
    const tickMs = isBusy || this.#carrier === undefined || hasStoodStill ? busyTickMs : idleTickMs
    clearTimeout(this.#timer)
    if (this.#isDisposed) return
    this.#dueAtMs = nowMs + tickMs
    this.#timer = setTimeout(this.#tick, tickMs)
  }

  #observe(nowMs: number): void {
    const { movable, session } = this.#options
    const isGone = this.#carrier !== undefined && !this.#isMoving && movable.carrier !== this.#carrier.link
    if (isGone) this.#fell()
    this.#carrier?.received(movable.receivedBytes, nowMs)
    this.#carrier?.askIfDue(session, this.#askMs(), this.#options.now, this.#settled)
    const isInDoubt = this.#carrier === undefined || isDoubtful(this.#carrier.facts(), nowMs)
    this.#spares.probe(isInDoubt)
    const isStandingStill = this.#carrier === undefined || isSilent(this.#carrier.facts(), nowMs)
    if (isStandingStill && session.streams > 0) this.#relays.urge()
    const isUnansweringNow = this.#carrier !== undefined && isUnanswering(this.#carrier.facts(), nowMs)
    if (isUnansweringNow !== this.#isUnanswering) {
      this.#isUnanswering = isUnansweringNow
      this.#options.onChange()
    }
    this.#direct.againIfDue(nowMs, this.#carrier !== undefined && this.#carrier.kind !== 'relay')
  }

  /** How long the carrier may be silent before it is asked. */
  #askMs(): number {
    const { movable, session } = this.#options
    if (session.quietMs < restMs || movable.unacknowledgedBytes > 0) return busyAskMs
    return session.streams > 0 ? restingAskMs : idleAskMs
  }

  #facts(nowMs: number): PathFacts {
    const { route, wantsDatagrams } = this.#options
    return {
      nowMs,
      route,
      wantsDatagrams: wantsDatagrams(),
      carrier: this.#carrier?.facts(),
      spares: this.#spares.facts(),
      isMoving: this.#isMoving,
      isReaching: this.#relays.isBusy,
      isLooking: !this.#direct.isPermitted || this.#direct.hasBegun,
      falls: this.#falls,
    }
  }

  #do(deed: PathDeed): void {
    switch (deed.deed) {
      case 'move':
        return void this.#move(deed.to)
      case 'reach-relay':
        return void this.#relays.reach()
      case 'look':
        return this.#direct.begin()
      case 'drop':
        return this.#drop(deed.link)
      case 'end':
        return this.#options.onLost('The direct way to the device was lost, and this connection may use no other.')
    }
  }

  async #move(id: number): Promise<void> {
    const way = this.#spares.take(id)
    if (way === undefined) return
    const { link, kind, remote } = way
    const { movable, log, now, onChange } = this.#options
    const before = this.#carrier
    const wasLost = before !== undefined && isSilent(before.facts(), now())
    this.#isMoving = true
    const moved = await movable.moveTo(link)
    this.#isMoving = false
    if (this.#isDisposed) return
    if (wasLost) this.#note(before.kind)
    if (moved.ok) {
      if (wasLost && before.kind !== 'relay') this.#direct.again()
      if (kind !== 'relay') this.#direct.succeeded()
      this.#carrier = new Carrier({ ...way, link: movable.carrier ?? link }, now(), movable.receivedBytes)
      log.info({ from: before?.kind, to: kind, remote }, 'the session moved to another path')
    } else {
      this.#note(kind)
      if (kind !== 'relay') this.#direct.missed(kind)
      log.info({ path: kind, reason: moved.refusal }, 'the session could not be moved')
    }
    onChange()
    this.#tick()
  }

  #drop(id: number): void {
    const way = this.#spares.take(id)
    if (way === undefined) return
    way.link.destroy()
    if (way.kind !== 'relay' && !this.#spares.has(way.kind)) this.#direct.missed(way.kind)
  }

  #add(way: Way): void {
    if (this.#isDisposed) return way.link.destroy()
    this.#options.log.debug({ path: way.kind, remote: way.remote }, 'there is another path')
    this.#spares.add(way)
    this.#tick()
  }

  /** What carried has closed by itself. */
  #fell(): void {
    const kind = this.#carrier?.kind
    this.#carrier = undefined
    if (kind === undefined) return
    this.#note(kind)
    if (kind !== 'relay') this.#direct.again()
    this.#options.onChange()
  }

  #note(kind: PathKind): void {
    this.#falls = [...this.#falls, { kind, atMs: this.#options.now() }].slice(-fallsMax)
  }

  readonly #settled = (): void => {
    this.#options.onChange()
    this.#tick()
  }
}
