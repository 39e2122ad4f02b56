// The connections to the service of one link: opened when they are needed, and kept for a while when they may be.

import { accept, refuse, type Result } from '@farport/basics'
import { KeptHead } from '../http/kept-head.ts'
import type { Http1Response } from '../http/read-response.ts'
import { ServiceConnection } from './service-connection.ts'
import type { ServicePipe } from './service-pipe.ts'

export type OpenRefusal = 'offline' | 'unreachable' | 'busy'

export interface ServicePoolOptions {
  open: () => Promise<Result<ServicePipe, OpenRefusal>>
  /** At once. One more request is refused as busy. */
  connectionsMax: number
  /** One is kept so long without a request. */
  idleMs: number
  now: () => number
}

export class ServicePool {
  readonly #options: ServicePoolOptions
  readonly #idle: ServiceConnection[] = []
  readonly #all = new Set<ServiceConnection>()
  /** A service that is asked the same answers with the same head for a second at least, whichever connection it is. */
  readonly #kept = new KeptHead<Http1Response>()
  #opening = 0
  #isClosed = false

  constructor(options: ServicePoolOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#all.size
  }

  /** One that waits. It may be lost the moment that it is used, so it is for requests that can be sent again. */
  takeIdle(): ServiceConnection | undefined {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.canCarry) return connection
      this.close(connection)
    }
    return undefined
  }

  async open(): Promise<Result<ServiceConnection, OpenRefusal>> {
    if (this.#isClosed) return refuse('offline')
    if (this.#all.size + this.#opening >= this.#options.connectionsMax && !this.#closeOneIdle()) return refuse('busy')
    this.#opening += 1
    const pipe = await this.#options.open()
    this.#opening -= 1
    if (!pipe.ok) return pipe
    const connection = new ServiceConnection(pipe.value, this.#kept)
    // The link went meanwhile.
    if (this.#isClosed) connection.destroy()
    else this.#all.add(connection)
    return this.#isClosed ? refuse('offline') : accept(connection)
  }

  /** Its request is over, both ways. */
  giveBack(connection: ServiceConnection): void {
    if (!connection.release(() => this.close(connection)) || this.#isClosed) return this.close(connection)
    connection.idleSinceMs = this.#options.now()
    this.#idle.push(connection)
  }

  close(connection: ServiceConnection): void {
    this.#all.delete(connection)
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    connection.destroy()
  }

  /** Those that have waited for too long. */
  closeIdle(): void {
    const since = this.#options.now() - this.#options.idleMs
    for (const connection of this.#idle.filter(({ idleSinceMs }) => idleSinceMs <= since)) this.close(connection)
  }

  /** All of them, whatever they carry. */
  closeAll(): void {
    this.#isClosed = true
    for (const connection of this.#all) connection.destroy()
    this.#all.clear()
    this.#idle.length = 0
  }

  #closeOneIdle(): boolean {
    const [oldest] = this.#idle
    if (oldest !== undefined) this.close(oldest)
    return oldest !== undefined
  }
}
