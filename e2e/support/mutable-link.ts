// Direct links that a test can silence, as a network does that loses everything, or break.

import { createDirectPaths, type DirectOptions, type DirectPaths } from '@farport/direct'
import type { Link, LinkHandlers } from '@farport/transport'

export class DirectWeather {
  readonly links = new Set<MutableLink>()
  #isMute = false
  #writesMax = Infinity

  /** To be given to an initiator in the place of the real one. */
  readonly createDirectPaths = (options: DirectOptions): DirectPaths =>
    createDirectPaths({
      ...options,
      onLink: (link, kind) => {
        const mutable = new MutableLink(link, () => this.#isMute, this.#writesMax)
        this.links.add(mutable)
        options.onLink(mutable, kind)
      },
    })

  /** Nothing comes through any direct link, nor through those to come, until it is cleared. */
  silence(): void {
    this.#isMute = true
  }

  /** Links to come carry so many writes, and then nothing any more, until it is cleared. */
  silenceAfter(writes: number): void {
    this.#writesMax = writes
  }

  clear(): void {
    this.#isMute = false
    this.#writesMax = Infinity
  }

  /** Breaks them all, with a sign. */
  cut(): void {
    for (const link of this.links) link.destroy(new Error('the test cut it'))
    this.links.clear()
  }
}

class MutableLink implements Link {
  readonly #link: Link
  readonly #isMute: () => boolean
  #writesLeft: number
  readonly sendDatagram?: (bytes: Uint8Array) => boolean
  readonly datagramBytesMax?: number

  constructor(link: Link, isMute: () => boolean, writesMax: number) {
    this.#link = link
    this.#isMute = isMute
    this.#writesLeft = writesMax
    if (link.datagramBytesMax !== undefined) this.datagramBytesMax = link.datagramBytesMax
    if (link.sendDatagram) this.sendDatagram = (bytes) => isMute() || (link.sendDatagram?.(bytes) ?? false)
  }

  get kind(): Link['kind'] {
    return this.#link.kind
  }

  get remoteAddress(): string {
    return this.#link.remoteAddress
  }

  get peerKey(): string | undefined {
    return this.#link.peerKey
  }

  get queuedBytes(): number {
    return this.#link.queuedBytes
  }

  /** A link that has lost bytes is never right again: it stays mute. */
  #hasLost = false

  start(handlers: LinkHandlers): void {
    this.#link.start({
      ...handlers,
      onBytes: (bytes) => {
        if (this.#loses()) return
        handlers.onBytes(bytes)
      },
      onDrain: () => handlers.onDrain(),
      onEnd: () => handlers.onEnd(),
      onClose: (reason) => handlers.onClose(reason),
      onDatagram: (bytes) => {
        if (!this.#loses()) handlers.onDatagram?.(bytes)
      },
    })
  }

  write(bytes: Uint8Array): boolean {
    this.#hasLost ||= this.#writesLeft === 0
    this.#writesLeft -= 1
    return this.#loses() || this.#link.write(bytes)
  }

  pause(): void {
    this.#link.pause()
  }

  resume(): void {
    this.#link.resume()
  }

  end(): void {
    this.#link.end()
  }

  destroy(reason?: Error): void {
    this.#link.destroy(reason)
  }

  #loses(): boolean {
    this.#hasLost ||= this.#isMute()
    return this.#hasLost
  }
}
