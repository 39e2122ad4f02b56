// How parts of the server tell each other what happened, within one process and between several.
//
// Delivery is at most once and not kept: a message is a hint to look, or a copy of something that is stored. After
// messages may have been missed, the gap handlers run.

import type { Json } from './json.ts'
import type { Log } from './log.ts'

export type BusHandler = (message: Json) => void

export interface Subscription extends Disposable {
  /** Resolves once messages of other processes arrive too. */
  readonly ready: Promise<void>
}

export interface Bus extends AsyncDisposable {
  /** Subscribers in this process have it when this returns; those in other processes soon after. */
  publish(channel: string, message: Json): void
  subscribe(channel: string, handler: BusHandler): Subscription
  /** Runs after messages of other processes may have been missed. */
  onGap(handler: () => void): Disposable
  /** Whether messages reach other processes just now. */
  isUp(): boolean
}

const channelPattern = /^[a-z][a-z0-9:_-]{0,62}$/

export function assertChannel(channel: string): void {
  if (!channelPattern.test(channel)) throw new Error(`not a channel: ${channel}`)
}

/** A set of handlers per channel: the part of a bus that lives in one process. */
export class LocalSubscribers {
  readonly #handlers = new Map<string, Set<BusHandler>>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  channels(): string[] {
    return [...this.#handlers.keys()]
  }

  has(channel: string): boolean {
    return this.#handlers.has(channel)
  }

  add(channel: string, handler: BusHandler): void {
    const handlers = this.#handlers.get(channel) ?? new Set()
    handlers.add(handler)
    this.#handlers.set(channel, handlers)
  }

  remove(channel: string, handler: BusHandler): void {
    const handlers = this.#handlers.get(channel)
    handlers?.delete(handler)
    if (handlers?.size === 0) this.#handlers.delete(channel)
  }

  /** One handler's fault is logged and does not keep the message from the others. */
  deliver(channel: string, message: Json): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(message)
      } catch (error) {
        this.#log.error({ err: error, channel }, 'a bus handler failed')
      }
    }
  }
}

/** A bus for one process alone. */
export function createLocalBus(log: Log): Bus {
  const subscribers = new LocalSubscribers(log)
  return {
    publish(channel, message) {
      assertChannel(channel)
      subscribers.deliver(channel, message)
    },
    subscribe(channel, handler) {
      assertChannel(channel)
      // A function of its own, so that one handler may subscribe twice.
      const own: BusHandler = (message) => handler(message)
      subscribers.add(channel, own)
      return { ready: Promise.resolve(), [Symbol.dispose]: () => subscribers.remove(channel, own) }
    },
    onGap: () => ({ [Symbol.dispose]: () => undefined }),
    isUp: () => true,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
