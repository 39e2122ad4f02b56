// The links that wait for their turn.

import type { PathKind } from '@farport/protocol'
import type { SpareLink } from '@farport/session'
import type { Link } from '@farport/transport'
import type { SpareFacts } from './path-policy.ts'
import { Spare } from './spare.ts'
import type { Way } from './way.ts'

export interface SparesOptions {
  readonly createSpare: (link: Link) => SpareLink
  readonly now: () => number
  /** A probe was answered, or missed. */
  readonly onProbed: () => void
  /** One has closed by itself. */
  readonly onLost: (kind: PathKind) => void
}

export class Spares implements Disposable {
  readonly #options: SparesOptions
  readonly #spares = new Map<number, Spare>()
  #idLast = 0

  constructor(options: SparesOptions) {
    this.#options = options
  }

  has(wanted: PathKind): boolean {
    return [...this.#spares.values()].some(({ kind }) => kind === wanted)
  }

  get hasDirect(): boolean {
    return [...this.#spares.values()].some(({ kind }) => kind !== 'relay')
  }

  facts(): readonly SpareFacts[] {
    return [...this.#spares].map(([id, spare]) => ({ id, ...spare.facts() }))
  }

  /** The link belongs to the spares from now on. The policy lets go of those that are too many. */
  add(way: Way): void {
    this.#idLast += 1
    const id = this.#idLast
    const spare = new Spare(way, this.#options.createSpare(way.link))
    this.#spares.set(id, spare)
    void spare.lost.then(() => {
      if (this.#spares.delete(id)) this.#options.onLost(spare.kind)
    })
  }

  /** It waits no more. Undefined when it has just been lost. */
  take(id: number): Way | undefined {
    const spare = this.#spares.get(id)
    this.#spares.delete(id)
    return spare && { link: spare.take(), kind: spare.kind, remote: spare.remote }
  }

  /** `isNeeded`: what carries is in doubt. */
  probe(isNeeded: boolean): void {
    const { now, onProbed } = this.#options
    for (const spare of this.#spares.values()) spare.probeIfDue(isNeeded, now, onProbed)
  }

  [Symbol.dispose](): void {
    for (const id of [...this.#spares.keys()]) this.take(id)?.link.destroy()
  }
}
