// Whether streams to an agent open, not only its tunnel: something on its way may let one through and not the other.
// Asked when it enters and rarely afterwards, by a work connection that carries nothing; whoever really uses one tells
// the same for nothing.

import type { Logger } from 'pino'
import { Deadlines } from '../deadlines.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'
import type { WorkConnections } from './work-connections.ts'

export interface StreamChecksOptions {
  workConnections: WorkConnections
  limits: {
    /** Under way at once. One more waits for its turn; those that enter come first. */
    checksMax: number
    checkMs: number
    /** Until the next one, after one that went well, and after one that did not. */
    checkAgainMs: number
    checkBlockedAgainMs: number
  }
  log: Logger
  now: () => number
  /** Streams would go through a session that is there. */
  hasSession: (tunnel: Tunnel) => boolean
  /** Makes one, as a stream would; false when there is none to be had. */
  openSession: (tunnel: Tunnel) => Promise<boolean>
  onOpen: (tunnel: Tunnel) => void
  onBlocked: (tunnel: Tunnel) => void
}

type Answer = 'open' | 'blocked' | 'unknown'

export class StreamChecks implements Disposable {
  readonly #options: StreamChecksOptions
  /** In the order in which they are to be asked; both bounded by the number of tunnels. */
  readonly #entered = new Set<Tunnel>()
  readonly #due = new Set<Tunnel>()
  /** To be asked by a whole session, because one could not be made. */
  readonly #doubted = new WeakSet<Tunnel>()
  /** Did not answer the last time. */
  readonly #failed = new WeakSet<Tunnel>()
  readonly #running = new Set<Tunnel>()
  readonly #shut = new Set<Tunnel>()
  readonly #fine: Deadlines<Tunnel>
  readonly #blocked: Deadlines<Tunnel>
  #isOver = false

  constructor(options: StreamChecksOptions) {
    const { limits, now } = options
    this.#options = options
    const onDue = (tunnel: Tunnel) => this.#ask(this.#due, tunnel)
    this.#fine = new Deadlines({ afterMs: limits.checkAgainMs, onDue, now })
    this.#blocked = new Deadlines({ afterMs: limits.checkBlockedAgainMs, onDue, now })
  }

  /** Agents that are here and cannot be used. */
  get blocked(): number {
    return this.#shut.size
  }

  entered(tunnel: Tunnel): void {
    this.#ask(this.#entered, tunnel)
  }

  left(tunnel: Tunnel): void {
    this.#shut.delete(tunnel)
    this.#putOff(tunnel)
  }

  /** Somebody got a session to it, or did not, though it is here. */
  used(tunnel: Tunnel, couldOpen: boolean): void {
    if (this.#running.has(tunnel)) return
    if (couldOpen) return this.#answered(tunnel, 'open')
    this.#doubted.add(tunnel)
    this.#failed.add(tunnel)
    this.#ask(this.#entered, tunnel)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#fine[Symbol.dispose]()
    this.#blocked[Symbol.dispose]()
    this.#entered.clear()
    this.#due.clear()
  }

  /** It is not asked, until something says when. */
  #putOff(tunnel: Tunnel): void {
    for (const waiting of [this.#entered, this.#due]) waiting.delete(tunnel)
    for (const deadlines of [this.#fine, this.#blocked]) deadlines.stop(tunnel)
  }

  #ask(waiting: Set<Tunnel>, tunnel: Tunnel): void {
    if (!this.#running.has(tunnel)) waiting.add(tunnel)
    this.#askNext()
  }

  #askNext(): void {
    while (this.#running.size < this.#options.limits.checksMax) {
      const waiting = this.#entered.size > 0 ? this.#entered : this.#due
      const tunnel = waiting.values().next().value
      if (tunnel === undefined) return
      this.#putOff(tunnel)
      void this.#check(tunnel)
    }
  }

  async #check(tunnel: Tunnel): Promise<void> {
    this.#running.add(tunnel)
    const answer = await this.#try(tunnel)
    this.#running.delete(tunnel)
    if (this.#isOver) return
    this.#answered(tunnel, answer)
    this.#askNext()
  }

  async #try(tunnel: Tunnel): Promise<Answer> {
    if (this.#options.hasSession(tunnel)) return 'open'
    if (this.#doubted.has(tunnel)) return (await this.#options.openSession(tunnel)) ? 'open' : 'blocked'
    // That we are at our limit is no fault of the agent's.
    if (this.#options.workConnections.isFull) return 'unknown'
    return this.#exchange(tunnel)
  }

  async #exchange(tunnel: Tunnel): Promise<Answer> {
    const { workConnections, limits } = this.#options
    const { promise: tooLate, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(() => resolve(false), limits.checkMs).unref()
    const isBack = await Promise.race([exchangeToken(tunnel, workConnections, limits.checkMs), tooLate])
    clearTimeout(timer)
    return isBack ? 'open' : 'blocked'
  }

  #answered(tunnel: Tunnel, answer: Answer): void {
    if (tunnel.socket.readyState !== tunnel.socket.OPEN) return
    this.#putOff(tunnel)
    if (answer === 'unknown') return this.#blocked.start(tunnel)
    // Once may be bad luck.
    if (answer === 'blocked' && tunnel.streams !== 'blocked' && !this.#failed.has(tunnel)) {
      this.#failed.add(tunnel)
      return this.#ask(this.#entered, tunnel)
    }
    if (answer === 'open') for (const suspicion of [this.#doubted, this.#failed]) suspicion.delete(tunnel)
    const next = answer === 'open' ? this.#fine : this.#blocked
    next.start(tunnel)
    this.#tell(tunnel, answer)
  }

  #tell(tunnel: Tunnel, streams: 'open' | 'blocked'): void {
    const { log, onOpen, onBlocked } = this.#options
    if (tunnel.streams === streams) return
    tunnel.streams = streams
    if (streams === 'open') {
      this.#shut.delete(tunnel)
      return onOpen(tunnel)
    }
    this.#shut.add(tunnel)
    log.info({ deviceId: tunnel.agent.deviceId }, 'an agent is here, but streams to it do not open')
    onBlocked(tunnel)
  }
}

/** A work connection on which the token comes here, goes back, and is answered by an orderly end. */
async function exchangeToken(tunnel: Tunnel, workConnections: WorkConnections, timeoutMs: number): Promise<boolean> {
  let token = ''
  const socket = await workConnections.expect(tunnel.agent.deviceId, (ordered) => {
    token = ordered
    tunnel.send({ type: 'check', token })
  })
  if (!socket.ok) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.value.setTimeout(timeoutMs, () => socket.value.destroy())
  socket.value.once('end', () => resolve(true))
  socket.value.once('close', () => resolve(false))
  socket.value.write(Buffer.from(token, 'base64url'))
  socket.value.resume()
  return promise
}
