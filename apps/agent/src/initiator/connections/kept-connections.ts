// The connections that outlive this program: written down whenever they change, and brought back when the next one begins.

import type { Result } from '@farport/basics'
import type { PeerOrder } from '@farport/protocol'
import type { Logger } from 'pino'
import type { ConnectionRefusal } from './connection-api.ts'
import { isWorthAnotherTry, type KeptConnection } from './kept-connection.ts'
import { connectionsMax, type LocalConnection } from './local-connection.ts'
import { ReturnOfKept } from './return-of-kept.ts'

export interface KeptConnectionsOptions {
  /** What the program before this one had open. */
  readonly kept: readonly KeptConnection[]
  readonly keepConnections: (kept: readonly KeptConnection[]) => Promise<void>
  readonly connections: () => readonly LocalConnection[]
  readonly renew: (kept: KeptConnection) => Promise<Result<PeerOrder, ConnectionRefusal>>
  /** Refused with a sentence. */
  readonly open: (kept: KeptConnection, order: PeerOrder) => Promise<Result<unknown, string>>
  readonly now: () => number
  readonly random: () => number
  readonly log: Logger
}

export class KeptConnections implements Disposable {
  readonly #options: KeptConnectionsOptions
  #return: ReturnOfKept | undefined
  #isFrozen = false

  constructor(options: KeptConnectionsOptions) {
    this.#options = options
  }

  /** What is still to come back. */
  get waiting(): readonly KeptConnection[] {
    return this.#return?.waiting ?? this.#options.kept
  }

  bringBack(): void {
    const { kept, now, random } = this.#options
    const bringBack = (each: KeptConnection) => this.#bringBack(each)
    this.#return ??= new ReturnOfKept({ kept, bringBack, now, random, onSettled: () => void this.changed() })
  }

  /**
   * What waits to come back stands there, too: this program may end before. Resolves once it is on the disk, or cannot
   * be, which only the log tells.
   */
  async changed(): Promise<void> {
    if (this.#isFrozen) return
    const { connections, keepConnections, log } = this.#options
    const open = connections().flatMap(({ kept }) => kept ?? [])
    const ids = new Set(open.map(({ connectionId }) => connectionId))
    const waiting = this.waiting.filter(({ connectionId }) => !ids.has(connectionId))
    try {
      await keepConnections([...open, ...waiting].slice(0, connectionsMax))
    } catch (error) {
      log.warn({ error }, 'the connections could not be kept')
    }
  }

  /** What stands there now stays, whatever ends here. */
  freeze(): void {
    this.#isFrozen = true
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  [Symbol.dispose](): void {
    this.#return?.[Symbol.dispose]()
  }

  async #bringBack(kept: KeptConnection): Promise<'open' | 'over' | 'later'> {
    const { renew, open, log } = this.#options
    const { connectionId } = kept
    const renewed = await renew(kept)
    if (!renewed.ok) {
      log.info({ connectionId, reason: renewed.refusal.message }, 'a connection has not come back')
      return isWorthAnotherTry(renewed.refusal) ? 'later' : 'over'
    }
    const opened = await open(kept, renewed.value)
    if (opened.ok) return 'open'
    // Its port may be free again in a moment: the program before this one may not be quite gone.
    log.warn({ connectionId, reason: opened.refusal }, 'a connection has not come back')
    return 'later'
  }
}
