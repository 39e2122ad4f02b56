// What is known of links by their codes: those that are served here, and what to say of others that were asked for.

import type { LinkState, RelayToServer } from '@farport/protocol'
import { Deadlines } from '../deadlines.ts'
import type { Link } from './link.ts'

export interface LinkDirectoryOptions {
  /** Strangers ask for names: answers are remembered for so long, and so many of them; the oldest goes. */
  statesMax: number
  stateMs: number
  /** Asked and not answered yet. One more is told as unknown without asking. */
  asksMax: number
  askMs: number
  now: () => number
  /** False while the server is away. */
  tell: (message: RelayToServer) => boolean
}

/** away: the server is, so that nobody knows. */
export type Absence = LinkState | 'away'

export type Found = { readonly link: Link } | { readonly absence: Absence }

export class LinkDirectory implements Disposable {
  readonly #options: LinkDirectoryOptions
  readonly #served = new Map<string, Link>()
  readonly #states: Map<string, { state: LinkState; untilMs: number }> = new Map()
  readonly #asked = new Map<string, PromiseWithResolvers<Found>>()
  readonly #deadlines: Deadlines<string>

  constructor(options: LinkDirectoryOptions) {
    this.#options = options
    this.#deadlines = new Deadlines({
      afterMs: options.askMs,
      onDue: (code) => this.#settle(code, { absence: 'away' }),
      now: options.now,
    })
  }

  served(): Iterable<Link> {
    return this.#served.values()
  }

  get(code: string): Link | undefined {
    return this.#served.get(code)
  }

  serve(code: string, link: Link): void {
    this.#served.set(code, link)
    this.#states.delete(code)
    this.#settle(code, { link })
  }

  /** Not here, and why. */
  absent(code: string, state: LinkState): void {
    this.#served.delete(code)
    this.#states.delete(code)
    if (this.#states.size >= this.#options.statesMax) this.#forgetOldest()
    this.#states.set(code, { state, untilMs: this.#options.now() + this.#options.stateMs })
    this.#settle(code, { absence: state })
  }

  /** At once when it is known, or as the server answers. */
  find(code: string): Found | Promise<Found> {
    const link = this.#served.get(code)
    if (link !== undefined) return { link }
    const known = this.#states.get(code)
    if (known !== undefined && known.untilMs > this.#options.now()) return { absence: known.state }
    return this.#ask(code)
  }

  [Symbol.dispose](): void {
    this.#deadlines[Symbol.dispose]()
    for (const code of this.#asked.keys()) this.#settle(code, { absence: 'away' })
  }

  #ask(code: string): Found | Promise<Found> {
    const asked = this.#asked.get(code)
    if (asked !== undefined) return asked.promise
    if (this.#asked.size >= this.#options.asksMax) return { absence: 'away' }
    if (!this.#options.tell({ type: 'ask-link', code })) return { absence: 'away' }
    const waiting = Promise.withResolvers<Found>()
    this.#asked.set(code, waiting)
    this.#deadlines.start(code)
    return waiting.promise
  }

  #settle(code: string, found: Found): void {
    const waiting = this.#asked.get(code)
    this.#asked.delete(code)
    this.#deadlines.stop(code)
    waiting?.resolve(found)
  }

  #forgetOldest(): void {
    const oldest = this.#states.keys().next().value
    if (oldest !== undefined) this.#states.delete(oldest)
  }
}
