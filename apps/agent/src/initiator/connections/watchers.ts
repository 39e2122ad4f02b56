// Tells those who watch how connections change: of changes that come close together the last.

import type { LocalConnection as Shown } from '@farport/protocol'
import type { LocalConnection } from './local-connection.ts'

const tellMs = 50

export class Watchers {
  readonly #watchers = new Set<(connection: Shown) => void>()
  readonly #changed = new Set<LocalConnection>()
  #timer: NodeJS.Timeout | undefined

  /** What is returned ends it. */
  add(onChange: (connection: Shown) => void): () => void {
    this.#watchers.add(onChange)
    return () => void this.#watchers.delete(onChange)
  }

  changed(connection: LocalConnection): void {
    this.#changed.add(connection)
    this.#timer ??= setTimeout(() => this.tell(), tellMs)
  }

  /** At once, what waits. */
  tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const changed = [...this.#changed].map((connection) => connection.show())
    this.#changed.clear()
    for (const shown of changed) for (const watcher of this.#watchers) watcher(shown)
  }
}
