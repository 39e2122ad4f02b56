// A stream that somebody has started and read from, for whoever comes after: as if it had just been accepted.

import { PassingStream, type SessionStream, type StreamHandlers } from '@farport/session'

export class StreamAfter extends PassingStream {
  readonly #onStart: (handlers: StreamHandlers) => void

  constructor(stream: SessionStream, onStart: (handlers: StreamHandlers) => void) {
    super(stream)
    this.#onStart = onStart
  }

  override start(handlers: StreamHandlers): void {
    this.#onStart(handlers)
  }
}
