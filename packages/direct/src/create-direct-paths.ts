// Looks for direct ways round after round, until there are all or nobody wants them any more. The initiator decides when a
// round begins; the acceptor may ask for one.

import { createBackoff } from '@farport/basics'
import { directKind, encodeDirectSignal, parseDirectSignal, type DirectKind, type LookSignal } from '@farport/protocol'
import type { Link } from '@farport/transport'
import type { DirectFindings, DirectOptions, DirectPaths } from './direct-paths.ts'
import { PortMappings } from './port-mappings.ts'
import { Round } from './round.ts'

/** Rounds that failed are followed by others: networks change. */
const againMsFirst = 20_000
const againMsMax = 600_000
/** Between the beginnings of two rounds, whoever asks for them. */
const roundMsMin = 500

export function createDirectPaths(options: DirectOptions): DirectPaths {
  return new Looking(options)
}

class Looking implements DirectPaths {
  readonly #options: DirectOptions
  readonly #backoff = createBackoff({ delayMsFirst: againMsFirst, delayMsMax: againMsMax, random: Math.random })
  #round: Round | undefined
  #number = 0
  #beganAt = 0
  /** The next beginning, on its way. */
  #timer: NodeJS.Timeout | undefined
  readonly #found = new Set<DirectKind>()
  #findings: DirectFindings = { nat: 'unknown', peerNat: 'unknown', failures: {} }
  /** Of the last round. */
  #mappings: PortMappings | undefined
  /** Rounds and mappings that are being closed. */
  #closing: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(options: DirectOptions) {
    this.#options = options
    if (options.role === 'initiator') this.#beginIn(0)
  }

  get findings(): DirectFindings {
    return this.#findings
  }

  onSignal(text: string): void {
    const parsed = parseDirectSignal(text)
    if (!parsed.ok || this.#isOver) return
    const signal = parsed.value
    if (signal.type === 'again') {
      if (this.#options.role === 'initiator') this.lookAgain()
    } else if (this.#options.role === 'acceptor' && signal.round > this.#number) this.#follow(signal)
    else if (this.#round?.number === signal.round) this.#round.onLook(signal)
  }

  lookAgain(): void {
    if (this.#isOver) return
    this.#found.clear()
    this.#backoff.reset()
    if (this.#options.role === 'initiator') this.#beginIn(0)
    else this.#options.send(encodeDirectSignal({ type: 'again' }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#endRound()
    this.#endMappings()
    await this.#closing
  }

  #beginIn(ms: number): void {
    const waitMs = Math.max(ms, this.#beganAt + roundMsMin - performance.now())
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#begin(this.#number + 1), waitMs)
  }

  /** The initiator has begun a round. One that begins too soon waits; only the last is followed. */
  #follow(look: LookSignal): void {
    const waitMs = this.#beganAt + roundMsMin - performance.now()
    clearTimeout(this.#timer)
    const follow = (): void => {
      for (const kind of look.kinds) this.#found.delete(kind)
      this.#begin(look.round, look.kinds)
      this.#round?.onLook(look)
    }
    if (waitMs <= 0) follow()
    else this.#timer = setTimeout(follow, waitMs)
  }

  #begin(number: number, asked: readonly DirectKind[] = directKind.options): void {
    this.#endRound()
    this.#number = number
    this.#beganAt = performance.now()
    const wants = new Set(asked.filter((kind) => this.#options.allows[kind] && !this.#found.has(kind)))
    const round = new Round({
      direct: this.#options,
      number,
      wants,
      onLink: (link, kind) => this.#onLink(link, kind),
      onNat: () => this.#learn({ nat: round.nats.own, peerNat: round.nats.peer }),
      onFailure: (kind, why) => this.#learn({ failures: { ...this.#findings.failures, [kind]: why } }),
      mapPorts: (...ports) => {
        this.#endMappings()
        this.#mappings = new PortMappings()
        this.#mappings.ask(...ports)
      },
      onOver: () => this.#onOver(),
    })
    this.#round = round
    round.start()
  }

  #onLink(link: Link, kind: DirectKind): void {
    this.#found.add(kind)
    // What reaches the other end within one network is as good as TCP gets.
    if (kind === 'lan') this.#found.add('tcp')
    const { [kind]: _solved, ...failures } = this.#findings.failures
    this.#learn({ failures })
    this.#options.onLink(link, kind)
  }

  #onOver(): void {
    this.#endRound()
    const isMissing = directKind.options.some((kind) => this.#options.allows[kind] && !this.#found.has(kind))
    if (this.#options.role === 'initiator' && isMissing) this.#beginIn(this.#backoff.next())
  }

  #endRound(): void {
    const round = this.#round
    this.#round = undefined
    if (round !== undefined) this.#closing = Promise.all([this.#closing, round[Symbol.asyncDispose]()])
  }

  #endMappings(): void {
    const mappings = this.#mappings
    this.#mappings = undefined
    if (mappings !== undefined) this.#closing = Promise.all([this.#closing, mappings[Symbol.asyncDispose]()])
  }

  #learn(news: Partial<DirectFindings>): void {
    this.#findings = { ...this.#findings, ...news }
    this.#options.onFindings?.(this.#findings)
  }
}
