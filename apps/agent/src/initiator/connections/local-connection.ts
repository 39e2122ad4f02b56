// One connection of this machine to a service: its local port, its ticket, and what is known of how it fares.

import { lookup } from 'node:dns/promises'
import type { Result } from '@farport/basics'
import {
  isLoopback,
  type AddressRule,
  type LocalConnection as Shown,
  type LocalError,
  type PathReport,
  type PeerOrder,
} from '@farport/protocol'
import { streamCode, type SessionStream, type StreamEnd, type StreamRefusal } from '@farport/session'
import type { Peer, PeerUser } from '../peers/peer.ts'
import { localDomain } from '../ports/local-name.ts'
import type { LocalPort } from '../ports/local-port.ts'
import { errorOf, type ConnectionFacts } from './connection-rules.ts'
import type { KeptConnection } from './kept-connection.ts'
import { Measurements } from './measurements.ts'
import { renewalDueAt } from './renewal-rules.ts'
import { isReportDue, reportOf } from './report-rules.ts'
import { showConnection } from './show-connection.ts'

export interface LocalConnectionOptions {
  readonly order: PeerOrder
  readonly serverUrl: string
  readonly peer: Peer
  readonly name: string
  readonly boundTo: string
  readonly allowed: AddressRule | undefined
  /** By the server's clock. */
  readonly serverNow: () => number
  readonly now: () => number
  readonly onChange: (connection: LocalConnection) => void
  /** Whether it still is, is to be asked of the server. */
  readonly onDoubted: (connection: LocalConnection) => void
}

/** At once; one more is refused. */
export const connectionsMax = 256

export class LocalConnection implements PeerUser {
  readonly serverUrl: string
  readonly peer: Peer
  readonly name: string
  readonly measurements = new Measurements()
  /** Comes back after a restart of this program. */
  isKept = false
  readonly #options: LocalConnectionOptions
  readonly #openedAt: number
  #order: PeerOrder
  #port: LocalPort | undefined
  #phase: ConnectionFacts['phase'] = 'binding'
  #checking = 0
  #isPortAnswering: boolean | undefined
  #isNameResolving: boolean | undefined
  #isTargetReachable: boolean | undefined
  #error: LocalError | undefined
  /** What stood in the way of a stream: over when there is a way. */
  #wayError: LocalError | undefined
  #renewAt: number
  /** What the server heard last. */
  #told: { text: string; atMs: number } | undefined

  constructor(options: LocalConnectionOptions) {
    this.#options = options
    this.#order = options.order
    this.serverUrl = options.serverUrl
    this.peer = options.peer
    this.name = options.name
    this.#openedAt = options.now()
    this.#renewAt = renewalDueAt(options.order.expiresAt, options.serverNow())
  }

  get order(): PeerOrder {
    return this.#order
  }

  get connectionId() {
    return this.#order.connectionId
  }

  get ticket(): string {
    return this.#order.ticket
  }

  get relays() {
    return this.#order.relays
  }

  get wantsDatagrams(): boolean {
    return this.#order.protocol === 'UDP'
  }

  get port(): number | undefined {
    return this.#port?.port
  }

  /** What is needed to bring it back. Undefined: it is not to come back, or is not open. */
  get kept(): KeptConnection | undefined {
    const { boundTo: host, allowed } = this.#options
    const { serverUrl, connectionId, port } = this
    if (!this.isKept || this.#phase !== 'open' || port === undefined) return undefined
    return { serverUrl, connectionId, host, port, ...(allowed !== undefined && { allowed }) }
  }

  get isRenewalDue(): boolean {
    return this.#phase === 'open' && this.#options.serverNow() >= this.#renewAt
  }

  onTicketDoubted(): void {
    this.#options.onDoubted(this)
  }

  /** Its port is bound: from now on people may come. */
  begin(port: LocalPort): void {
    this.#port = port
    this.#phase = 'open'
    this.peer.attach(this)
    void this.#lookAround(port)
    this.changed()
  }

  renewed(order: PeerOrder): void {
    this.#order = order
    this.#renewAt = renewalDueAt(order.expiresAt, this.#options.serverNow())
    this.peer.renewed(this)
  }

  /** The server was away: it is asked again soon. */
  renewalFailed(): void {
    this.#renewAt = renewalDueAt(this.#order.expiresAt, this.#options.serverNow())
  }

  async open(source: string): Promise<Result<SessionStream, StreamRefusal>> {
    this.changed()
    return await this.peer.open(this, source)
  }

  onOpened(): void {
    this.#isTargetReachable = true
    this.#error = undefined
    this.changed()
  }

  onRefused(refusal: StreamRefusal): void {
    const { code } = refusal
    if (code === streamCode.targetUnreachable) this.#isTargetReachable = false
    if (isOfTicket(code)) this.#options.onDoubted(this)
    const error = errorOf(refusal)
    if (code === streamCode.broken || code === streamCode.sessionEnded) this.#wayError = error
    else this.#error = error ?? this.#error
    this.changed()
  }

  /** The device may have heard sooner than this end that the connection was ended. */
  onOver({ code }: StreamEnd): void {
    if (this.#phase === 'open' && isOfTicket(code)) this.#options.onDoubted(this)
    this.changed()
  }

  /** Whether the service answers: asks for a stream, and lets go of it. */
  async check(): Promise<void> {
    this.#checking += 1
    const opened = await this.open('127.0.0.1')
    this.#checking -= 1
    if (!opened.ok) return this.onRefused(opened.refusal)
    this.onOpened()
    opened.value.start({
      onBytes: (bytes) => opened.value.consumed(bytes.length),
      onDrain: () => undefined,
      onEnd: () => undefined,
      onClose: () => undefined,
    })
    opened.value.reset({ code: streamCode.none, message: 'only a look whether the service answers' })
  }

  /** Gives the port back. What it ends with is told. */
  end(error?: LocalError): void {
    if (this.#phase === 'closed' || this.#phase === 'closing') return
    this.#phase = 'closing'
    this.#error = error ?? this.#error
    this.changed()
    this.#port?.[Symbol.dispose]()
    this.peer.detach(this)
    this.#phase = 'closed'
    this.changed()
  }

  changed(): void {
    if (this.peer.isUsable) this.#wayError = undefined
    this.#options.onChange(this)
  }

  measure(): void {
    const { carrier } = this.peer
    this.measurements.add({
      at: this.#options.now(),
      txBytes: this.#port?.txBytes ?? 0,
      rxBytes: this.#port?.rxBytes ?? 0,
      ...(carrier !== undefined && { path: carrier.kind }),
      ...carrier?.figures(this.#options.now()),
    })
  }

  /** Undefined: the server knows it already. */
  report(): PathReport | undefined {
    if (this.#phase !== 'open') return undefined
    const facts = reportOf(this.show(), this.relays)
    const text = JSON.stringify(facts)
    const nowMs = performance.now()
    if (!isReportDue(this.#told, { text, nowMs })) return undefined
    this.#told = { text, atMs: nowMs }
    return {
      ...facts,
      ...this.peer.carrier?.figures(this.#options.now()),
      at: Math.round(this.#options.serverNow()),
    }
  }

  /** The server did not take it: it is told again. */
  reportFailed(): void {
    this.#told = undefined
  }

  /** As interfaces show it. */
  show(): Shown {
    const { boundTo, allowed } = this.#options
    const { carrier, reason } = this.peer
    return showConnection({
      order: this.#order,
      connection: this.#facts(),
      name: this.name,
      boundTo,
      port: this.#port?.port ?? 0,
      allowed,
      error: this.#error ?? this.#wayError,
      path: carrier && {
        kind: carrier.kind,
        since: carrier.sinceMs,
        ...(carrier.remote !== undefined && { remote: carrier.remote }),
        ...carrier.figures(this.#options.now()),
      },
      reason,
      txBytes: this.#port?.txBytes ?? 0,
      rxBytes: this.#port?.rxBytes ?? 0,
      openedAt: this.#openedAt,
    })
  }

  #facts(): ConnectionFacts {
    return {
      phase: this.#phase,
      streams: this.#port?.streams ?? 0,
      opening: (this.#port?.opening ?? 0) + this.#checking,
      peer: this.peer.facts,
      isPortAnswering: this.#isPortAnswering,
      isNameResolving: this.#isNameResolving,
      isTargetReachable: this.#isTargetReachable,
    }
  }

  async #lookAround(port: LocalPort): Promise<void> {
    this.#isPortAnswering = await port.answers()
    const found = await lookup(`${this.name}.${localDomain}`).catch(() => undefined) // no such name is an answer
    this.#isNameResolving = found !== undefined && isLoopback(found.address)
    this.changed()
  }
}

const isOfTicket = (code: StreamEnd['code']): boolean =>
  code === streamCode.revoked || code === streamCode.ticketRefused
