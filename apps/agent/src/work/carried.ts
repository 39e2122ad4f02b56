// What an agent carries for a stream, whatever is at the other end of it.

import type { StreamRefusal } from '@farport/session'

export interface Carried {
  /** Resolves when nothing of it is left. */
  readonly closed: Promise<unknown>
  /** Over at once, both ways. */
  cut(refusal: StreamRefusal): void
}
