// Work connections that were ordered and have not come yet, each by its one-time token.

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import { Deadlines } from '../deadlines.ts'

export interface WorkConnectionsOptions {
  waitMs: number
  pendingMax: number
  now: () => number
}

interface Pending {
  /** Who is to open it: a device id, or an initiator's key. */
  opener: string
  settle(result: Result<Socket, string>): void
}

export class WorkConnections implements Disposable {
  readonly #options: WorkConnectionsOptions
  readonly #pending = new Map<string, Pending>()
  readonly #deadlines: Deadlines<string>

  constructor(options: WorkConnectionsOptions) {
    this.#options = options
    this.#deadlines = new Deadlines({
      afterMs: options.waitMs,
      onDue: (token) => this.#settle(token, refuse('no work connection was opened in time')),
      now: options.now,
    })
  }

  /** No more are awaited: whoever gets none now was not let down by the agent. */
  get isFull(): boolean {
    return this.#pending.size >= this.#options.pendingMax
  }

  /** `order` is called with the token that the work connection has to bring. */
  expect(opener: string, order: (token: string) => void): Promise<Result<Socket, string>> {
    if (this.isFull) return Promise.resolve(refuse('too many work connections are awaited'))
    const token = randomBytes(32).toString('base64url')
    const { promise, resolve } = Promise.withResolvers<Result<Socket, string>>()
    this.#pending.set(token, { opener, settle: resolve })
    this.#deadlines.start(token)
    order(token)
    return promise
  }

  /** A token opens once: the socket goes to who waits for it, or is closed. */
  arrived(token: string, socket: Socket): void {
    if (!this.#settle(token, accept(socket))) socket.destroy()
  }

  /** Who was to open it says that it cannot. */
  failed(opener: string, token: string, message: string): void {
    if (this.#pending.get(token)?.opener === opener) this.#settle(token, refuse(message))
  }

  /** Nobody waits for it any more. */
  giveUp(token: string, message: string): void {
    this.#settle(token, refuse(message))
  }

  [Symbol.dispose](): void {
    this.#deadlines[Symbol.dispose]()
    for (const token of this.#pending.keys()) this.#settle(token, refuse('the relay is going'))
  }

  #settle(token: string, result: Result<Socket, string>): boolean {
    const pending = this.#pending.get(token)
    this.#pending.delete(token)
    this.#deadlines.stop(token)
    pending?.settle(result)
    return pending !== undefined
  }
}
