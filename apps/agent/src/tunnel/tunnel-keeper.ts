// Keeps the agent at a relay: chooses one, enters, and returns whenever the tunnel is over.

import { createBackoff } from '@farport/basics'
import type { Assignment, RelayPlace } from '@farport/protocol'
import type { Logger } from 'pino'
import { decideReturn, successMs, type TunnelEnd } from './return-rules.ts'
import type { OpenTunnel } from './tunnel.ts'

export interface TunnelKeeperOptions {
  assignment: () => Assignment | undefined
  /** Asks the server for a new one. */
  refreshAssignment: () => Promise<void>
  run: (
    relay: RelayPlace,
    ticket: string,
    events: { onEntered: (tunnel: OpenTunnel, address: string) => void; signal: AbortSignal },
  ) => Promise<TunnelEnd>
  /** Streams are open. Absent: there never are any. */
  isAwaited?: () => boolean
  random: () => number
  log: Logger
  onOnline: (relay: RelayPlace, address: string) => void
  onOffline: (reason: string) => void
}

export class TunnelKeeper implements AsyncDisposable {
  readonly #options: TunnelKeeperOptions
  readonly #stopping = new AbortController()
  readonly #backoff: ReturnType<typeof createBackoff>
  #tunnel: OpenTunnel | undefined
  #current: { relay: RelayPlace; abort: AbortController } | undefined
  #wake: (() => void) | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #relayIndex = 0

  constructor(options: TunnelKeeperOptions) {
    this.#options = options
    this.#backoff = createBackoff({ delayMsFirst: 500, delayMsMax: 20_000, random: options.random })
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** The assignment has changed: a wait for one is over, and a relay that is not in it any more is left. */
  assignmentChanged(): void {
    const relays = this.#options.assignment()?.relays ?? []
    const isListed = relays.some(({ id, host, port, publicKey }) => {
      const present = this.#current?.relay
      return present?.id === id && present.host === host && present.port === port && present.publicKey === publicKey
    })
    if (this.#current && !isListed) this.#current.abort.abort()
    this.#wake?.()
  }

  /** The address that the tunnel was opened from is gone: it comes back from another. */
  abandon(): void {
    this.#current?.abort.abort()
    this.#wake?.()
  }

  /** After a sleep, or a change of network: is the tunnel alive, and need it be waited for any longer? */
  probe(): void {
    this.#tunnel?.probe()
    this.#wake?.()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    this.#current?.abort.abort()
    this.#wake?.()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const assignment = this.#options.assignment()
      const relay = assignment?.relays[this.#relayIndex % assignment.relays.length]
      if (assignment === undefined || relay === undefined) {
        this.#options.onOffline(assignment ? 'there is no relay' : 'there is no assignment')
        await this.#sleep(60_000)
        continue
      }
      const end = await this.#visit(relay, assignment.tunnelTicket)
      this.#tunnel = undefined
      this.#current = undefined
      if (end.end !== 'stopped') await this.#sleepAfter(end, relay)
    }
  }

  #visit(relay: RelayPlace, ticket: string): Promise<TunnelEnd> {
    const abort = new AbortController()
    this.#current = { relay, abort }
    return this.#options.run(relay, ticket, {
      signal: abort.signal,
      onEntered: (tunnel, address) => {
        this.#tunnel = tunnel
        this.#options.log.info({ relay: relay.id, address }, 'online')
        this.#options.onOnline(relay, address)
      },
    })
  }

  async #sleepAfter(end: Exclude<TunnelEnd, { end: 'stopped' }>, relay: RelayPlace): Promise<void> {
    if (end.end === 'lost' && end.livedMs >= successMs) {
      this.#failures = 0
      this.#backoff.reset()
    }
    this.#failures += 1
    const facts = {
      failures: this.#failures,
      relays: this.#options.assignment()?.relays.length ?? 0,
      backoffMs: this.#backoff.next(),
      random: this.#options.random(),
      isAwaited: this.#options.isAwaited?.() ?? false,
    }
    const { waitMs, relay: where, isAssignmentDoubted } = decideReturn(end, facts)
    const reason = 'message' in end ? end.message : 'the relay is going away'
    this.#options.log.warn({ relay: relay.id, ...end, waitMs }, 'not at a relay')
    this.#options.onOffline(reason)
    if (where === 'next') this.#relayIndex += 1
    if (where === 'nearest') this.#relayIndex = 0
    if (isAssignmentDoubted) await this.#options.refreshAssignment()
    await this.#sleep(waitMs)
  }

  /** Ends early when something happens that is worth a new look. */
  async #sleep(waitMs: number): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, waitMs)
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }
}
