// Keeps the assignment fresh: asked again before it is due, when the server nudges, and when a relay refuses its ticket.

import { createBackoff, type Result } from '@farport/basics'
import type { Assignment } from '@farport/protocol'
import type { Logger } from 'pino'
import type { ApiRefusal } from './server-api.ts'

export type Standing = { readonly state: 'enrolled' } | { readonly state: 'not-enrolled'; readonly message: string }

export interface AssignmentKeeperOptions {
  /** The last one known, of this start or an earlier one. */
  initial: Assignment | undefined
  ask: () => Promise<Result<Assignment, ApiRefusal>>
  keep: (assignment: Assignment) => Promise<void>
  /** Milliseconds by the server's clock. */
  now: () => number
  random: () => number
  log: Logger
  onAssignment: (assignment: Assignment) => void
  onStanding: (standing: Standing) => void
}

/** A deleted device is told so rarely: it may have been a mistake that is mended. */
const notEnrolledRetryMs = 15 * 60_000
const renewMsMin = 5000
/** Asking for one stream's sake is bounded: what was just asked is not asked again. */
const freshMs = 2000

export class AssignmentKeeper implements Disposable {
  readonly #options: AssignmentKeeperOptions
  readonly #backoff: ReturnType<typeof createBackoff>
  #current: Assignment | undefined
  #standing: Standing = { state: 'enrolled' }
  #asking: Promise<void> | undefined
  #isAskedAgain = false
  #askedAtMs = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: AssignmentKeeperOptions) {
    this.#options = options
    this.#current = options.initial
    this.#backoff = createBackoff({ delayMsFirst: 500, delayMsMax: 60_000, random: options.random })
  }

  get current(): Assignment | undefined {
    return this.#current
  }

  get standing(): Standing {
    return this.#standing
  }

  /** Asks the server now. Who asks while an answer is on its way waits for one more, newer answer. */
  refresh(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    if (this.#asking) {
      this.#isAskedAgain = true
      return this.#asking
    }
    clearTimeout(this.#timer)
    this.#asking = this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** As refresh, but an answer of the last moments will do. */
  async refreshIfStale(): Promise<void> {
    if (this.#asking !== undefined || this.#options.now() - this.#askedAtMs > freshMs) await this.refresh()
  }

  /** The server has a newer one, as a relay passes on. */
  nudged(revision: number): void {
    if (this.#current === undefined || this.#current.revision < revision) void this.refresh()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<void> {
    do {
      this.#isAskedAgain = false
      const answer = await this.#options.ask()
      if (this.#isClosed) return
      this.#askedAtMs = this.#options.now()
      if (answer.ok) await this.#take(answer.value)
      else this.#failed(answer.refusal)
    } while (this.#isAskedAgain && this.#standing.state === 'enrolled' && !this.#isClosed)
  }

  async #take(assignment: Assignment): Promise<void> {
    this.#backoff.reset()
    this.#current = assignment
    this.#stand({ state: 'enrolled' })
    this.#options.onAssignment(assignment)
    await this.#options.keep(assignment).catch((error: unknown) => {
      this.#options.log.error({ error }, 'the assignment could not be kept on disk')
    })
    const leftMs = assignment.renewAt - this.#options.now()
    // Between 70 and 90 % of the time that is left, so that a fleet does not come at once.
    this.#schedule(Math.max(renewMsMin, leftMs * (0.7 + 0.2 * this.#options.random())))
  }

  #failed(refusal: ApiRefusal): void {
    if (refusal.kind === 'refused' && refusal.code === 'not-enrolled') {
      this.#stand({ state: 'not-enrolled', message: refusal.message })
      return this.#schedule(notEnrolledRetryMs * (0.75 + 0.5 * this.#options.random()))
    }
    const waitMs = this.#backoff.next()
    this.#options.log.warn({ reason: refusal.message, waitMs }, 'no assignment from the server')
    this.#schedule(waitMs)
  }

  #stand(standing: Standing): void {
    const hasChanged = standing.state !== this.#standing.state
    this.#standing = standing
    if (standing.state === 'not-enrolled') this.#current = undefined
    if (hasChanged) this.#options.onStanding(standing)
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    // No timer of Node is longer than this, and asking once a day does no harm.
    this.#timer = setTimeout(() => void this.refresh(), Math.min(waitMs, 86_400_000))
  }
}
