// One session of this relay to one agent. It outlives its work connections: when one is lost or falls silent, another is
// made and the session goes on there, so that streams notice nothing but a pause.

import { createBackoff, type Result } from '@farport/basics'
import { beginOver, sessionEndCode, startSession, type MovableLink, type Session } from '@farport/session'
import type { Link } from '@farport/transport'
import type { Logger } from 'pino'

export interface AgentSessionOptions {
  /** Fresh, and proven to lead to the agent. */
  first: Link
  /** Of the agent: another start of it, or another agent, has no part in this session. */
  bootId: string
  key: string
  limits: { sessionAbsenceMs: number; moveRetryMsMax: number }
  log: Logger
  now: () => number
  random: () => number
  /** Another link to the same start of the same agent. */
  dial: () => Promise<Result<Link, string>>
  onEnd: () => void
}

const moveRetryMsFirst = 100

export class AgentSession {
  readonly session: Session
  readonly bootId: string
  readonly key: string
  usedAtMs: number
  /** Its agent's tunnel was closed by the agent's end, and no other has come yet. */
  hasAgentLeft = false
  readonly #options: AgentSessionOptions
  readonly #link: MovableLink
  #isMoving = false
  #wake: (() => void) | undefined
  readonly #waiting = new Set<(isCarried: boolean) => void>()

  constructor(options: AgentSessionOptions) {
    const { first, bootId, key, limits, log, now } = options
    this.#options = options
    this.bootId = bootId
    this.key = key
    this.usedAtMs = now()
    this.#link = beginOver(first, { absenceMsMax: limits.sessionAbsenceMs })
    this.session = startSession({
      link: this.#link,
      role: 'initiator',
      now,
      onCarrier: (state) => (state === 'carrying' ? this.#tellCarried(true) : void this.#move()),
      onEnd: (end) => {
        log.debug(end, 'session ended')
        this.#wake?.()
        this.#tellCarried(false)
        options.onEnd()
      },
    })
  }

  /** Nothing carries it just now. */
  get isLost(): boolean {
    return this.session.carrierState === 'lost'
  }

  /** The agent has come back: there is no need to wait any longer before the next try. */
  agentIsBack(): void {
    this.hasAgentLeft = false
    this.#wake?.()
  }

  /** Whether it is carried, now or within this time. */
  carried(timeoutMs: number): Promise<boolean> {
    if (this.session.end !== undefined) return Promise.resolve(false)
    if (!this.isLost) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => settle(false), timeoutMs).unref()
    const settle = (isCarried: boolean): void => {
      clearTimeout(timer)
      this.#waiting.delete(settle)
      resolve(isCarried)
    }
    this.#waiting.add(settle)
    return promise
  }

  #tellCarried(isCarried: boolean): void {
    for (const settle of this.#waiting) settle(isCarried)
  }

  /** Until something carries it again, or it is over: the resumable link sets the end. */
  async #move(): Promise<void> {
    if (this.#isMoving) return
    // Nothing would be saved by another link.
    if (this.isLost && this.session.streams === 0) return this.session.close(sessionEndCode.linkLost)
    this.#isMoving = true
    const { limits, random, log } = this.#options
    const backoff = createBackoff({ delayMsFirst: moveRetryMsFirst, delayMsMax: limits.moveRetryMsMax, random })
    while (this.session.end === undefined && this.session.carrierState !== 'carrying') {
      const moved = await this.#moveOnce()
      if (moved.ok) break
      log.debug({ reason: moved.refusal }, 'a session found no other link')
      await this.#pause(backoff.next())
    }
    this.#isMoving = false
  }

  async #moveOnce(): Promise<Result<true, string>> {
    const link = await this.#options.dial()
    return link.ok ? this.#link.moveTo(link.value) : link
  }

  #pause(delayMs: number): Promise<void> {
    if (this.session.end !== undefined) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, delayMs).unref()
    this.#wake = resolve
    return promise.finally(() => {
      clearTimeout(timer)
      this.#wake = undefined
    })
  }
}
