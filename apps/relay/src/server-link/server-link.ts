// The relay's channel to its server, made again whenever it breaks. What lives on the relay does not depend on it.

import { createBackoff } from '@farport/basics'
import type { RelayToServer } from '@farport/protocol'
import { Channel, type ChannelOptions } from './channel.ts'

export interface ServerLinkOptions extends ChannelOptions {
  random: () => number
}

export class ServerLink implements Disposable {
  readonly #options: ServerLinkOptions
  readonly #backoff: ReturnType<typeof createBackoff>
  #channel: Channel | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ServerLinkOptions) {
    this.#options = options
    this.#backoff = createBackoff({ delayMsFirst: 250, delayMsMax: 5000, random: options.random })
  }

  start(): void {
    this.#channel = new Channel(this.#options, {
      onJoined: () => this.#backoff.reset(),
      onClosed: () => {
        this.#channel = undefined
        if (!this.#isClosed) this.#retry = setTimeout(() => this.start(), this.#backoff.next())
      },
    })
  }

  get isJoined(): boolean {
    return this.#channel?.isJoined ?? false
  }

  /** The number of the next ping: what is sent now is delivered once it is answered. */
  get nextPing(): number {
    return this.#channel?.nextPing ?? 0
  }

  /** False while the server is away: nothing was sent. */
  send(message: RelayToServer): boolean {
    return this.#channel?.send(message) ?? false
  }

  /** Says goodbye, after what was sent before. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await this.#channel?.close()
  }

  [Symbol.dispose](): void {
    void this.close()
  }
}
