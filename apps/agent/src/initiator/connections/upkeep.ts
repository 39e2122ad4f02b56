// What connections need from time to time: another ticket before theirs ends, and that the server hears how they fare.

import type { ConnectionId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import type { ConnectionApi, ConnectionRefusal } from './connection-api.ts'
import type { LocalConnection } from './local-connection.ts'

export interface UpkeepOptions {
  connections: () => readonly LocalConnection[]
  api: (serverUrl: string) => ConnectionApi
  /** The server says that it is over. */
  onEnded: (connection: LocalConnection, message: string) => void
  log: Logger
}

const lookMs = 1000
/** Each so many looks. */
const looksPerReport = 5
const reportsMax = 64
/** Who is doubted often is not asked for more often. */
const askAgainMs = 1000

export class Upkeep implements Disposable {
  readonly #options: UpkeepOptions
  readonly #timer: NodeJS.Timeout
  /** When the server answered last; undefined: it is being asked. */
  readonly #asked = new Map<ConnectionId, { answeredAtMs: number | undefined }>()
  readonly #reporting = new Set<string>()
  #looks = 0

  constructor(options: UpkeepOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#look(), lookMs)
  }

  /** Asks the server for another ticket, which also tells whether the connection still is. */
  ask(connection: LocalConnection): void {
    const { connectionId } = connection
    if (this.#asked.has(connectionId)) return
    this.#asked.set(connectionId, { answeredAtMs: undefined })
    void this.#renew(connection)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    this.#looks += 1
    const answeredBefore = performance.now() - askAgainMs
    for (const [connectionId, { answeredAtMs = Infinity }] of this.#asked) {
      if (answeredAtMs < answeredBefore) this.#asked.delete(connectionId)
    }
    const connections = this.#options.connections()
    for (const connection of connections) if (connection.isRenewalDue) this.ask(connection)
    if (this.#looks % looksPerReport !== 0) return
    for (const connection of connections) connection.measure()
    for (const serverUrl of new Set(connections.map((each) => each.serverUrl)))
      void this.#report(serverUrl, connections)
  }

  async #renew(connection: LocalConnection): Promise<void> {
    const { serverUrl, connectionId } = connection
    const renewed = await this.#options.api(serverUrl).renew(connectionId)
    this.#asked.set(connectionId, { answeredAtMs: performance.now() })
    if (renewed.ok) return connection.renewed(renewed.value)
    if (isOver(renewed.refusal)) return this.#options.onEnded(connection, renewed.refusal.message)
    this.#options.log.warn({ connectionId, reason: renewed.refusal.message }, 'the ticket could not be renewed')
    connection.renewalFailed()
  }

  async #report(serverUrl: string, connections: readonly LocalConnection[]): Promise<void> {
    if (this.#reporting.has(serverUrl)) return
    const own = connections.filter((connection) => connection.serverUrl === serverUrl)
    const reports = own.flatMap((connection) => connection.report() ?? [])
    this.#reporting.add(serverUrl)
    for (let sent = 0; sent < reports.length; sent += reportsMax) {
      const batch = reports.slice(sent, sent + reportsMax)
      const reported = await this.#options.api(serverUrl).report(batch)
      if (reported.ok) continue
      const ids = new Set(batch.map(({ connectionId }) => connectionId))
      for (const connection of own) if (ids.has(connection.connectionId)) connection.reportFailed()
      this.#options.log.debug({ reason: reported.refusal.message }, 'the server did not take a report')
      // Which of them is over, each is asked.
      if (isOver(reported.refusal)) for (const connection of own) this.ask(connection)
    }
    this.#reporting.delete(serverUrl)
  }
}

function isOver(refusal: ConnectionRefusal): boolean {
  return refusal.kind === 'refused' && (refusal.code === 'ended' || refusal.code === 'unknown')
}
