// A link that may be started more than once: it begins with one who reads its heads, and goes on with one who reads the
// session's bytes. Whoever started it last is told what happens.

import type { Link, LinkHandlers } from '@farport/transport'

/** The link belongs to the one that is answered. */
export function restartable(link: Link): Link {
  return link instanceof RestartableLink ? link : new RestartableLink(link)
}

class RestartableLink implements Link {
  readonly kind: Link['kind']
  readonly remoteAddress: string
  readonly peerKey: string | undefined
  readonly #link: Link
  #handlers: LinkHandlers | undefined
  #hasEnded = false
  #closed: { readonly reason: Error | undefined } | undefined

  constructor(link: Link) {
    this.kind = link.kind
    this.remoteAddress = link.remoteAddress
    this.peerKey = link.peerKey
    this.#link = link
  }

  start(handlers: LinkHandlers): void {
    const isFirst = this.#handlers === undefined
    this.#handlers = handlers
    if (isFirst) this.#start()
    else if (this.#closed !== undefined) setImmediate(() => handlers.onClose(this.#closed?.reason))
    else if (this.#hasEnded) setImmediate(() => handlers.onEnd())
  }

  write(bytes: Uint8Array): boolean {
    return this.#link.write(bytes)
  }

  get queuedBytes(): number {
    return this.#link.queuedBytes
  }

  get windowBytes(): number | undefined {
    return this.#link.windowBytes
  }

  /** 0 where the link carries none. What it carries may change. */
  get datagramBytesMax(): number {
    return this.#link.datagramBytesMax ?? 0
  }

  sendDatagram(bytes: Uint8Array): boolean {
    return this.#link.sendDatagram?.(bytes) ?? false
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

  #start(): void {
    this.#link.start({
      onBytes: (bytes) => this.#handlers?.onBytes(bytes),
      onDrain: () => this.#handlers?.onDrain(),
      onEnd: () => {
        this.#hasEnded = true
        this.#handlers?.onEnd()
      },
      onClose: (reason) => {
        this.#closed = { reason }
        this.#handlers?.onClose(reason)
      },
      onDatagram: (bytes) => this.#handlers?.onDatagram?.(bytes),
    })
  }
}
