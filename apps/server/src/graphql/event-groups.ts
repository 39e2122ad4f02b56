// Subscribers that ask the same for the same account share one execution per fact.

import { BoundedQueue } from '@farport/basics'
import type { Subscription } from '#platform/bus'
import type { EventRecord, Events } from '#platform/events'
import type { AccountLoader, Viewer } from './context.ts'
import type { Answer, GraphqlEngine } from './engine.ts'

export interface EventSubscriber {
  deliver(answer: Answer): void
  /** The group fell too far behind: what comes next would not be complete. */
  overrun(): void
}

export interface EventGroups {
  join(viewer: Viewer, query: string, subscriber: EventSubscriber): Disposable
}

export interface EventGroupsOptions {
  engine: GraphqlEngine
  events: Events
  createAccountLoader(): AccountLoader
}

/** Facts that wait for their turn in one group. */
const waitingMax = 2000

export function createEventGroups(options: EventGroupsOptions): EventGroups {
  const groups = new Map<string, EventGroup>()
  return {
    join(viewer, query, subscriber) {
      const key = `${viewer.accountId} ${viewer.language} ${query}`
      const group = groups.get(key) ?? new EventGroup(viewer, query, options)
      groups.set(key, group)
      group.subscribers.add(subscriber)
      return {
        [Symbol.dispose]() {
          group.subscribers.delete(subscriber)
          if (group.subscribers.size > 0 || groups.get(key) !== group) return
          groups.delete(key)
          group[Symbol.dispose]()
        },
      }
    },
  }
}

class EventGroup implements Disposable {
  readonly subscribers = new Set<EventSubscriber>()
  readonly #viewer: Viewer
  readonly #query: string
  readonly #options: EventGroupsOptions
  readonly #waiting = new BoundedQueue<EventRecord>(waitingMax)
  readonly #subscription: Subscription
  #isRunning = false

  constructor(viewer: Viewer, query: string, options: EventGroupsOptions) {
    this.#viewer = viewer
    this.#query = query
    this.#options = options
    this.#subscription = options.events.subscribe(viewer.accountId, (event) => this.#take(event))
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]()
  }

  #take(event: EventRecord): void {
    if (!this.#waiting.push(event)) {
      this.#waiting.drain()
      for (const subscriber of this.subscribers) subscriber.overrun()
      return
    }
    if (!this.#isRunning) void this.#runAll()
  }

  /** One after the other, so that events arrive in their order. */
  async #runAll(): Promise<void> {
    this.#isRunning = true
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      const { engine, createAccountLoader } = this.#options
      const context = { viewer: this.#viewer, accounts: createAccountLoader(), event }
      const answer = await engine.run({ query: this.#query }, context)
      for (const subscriber of this.subscribers) subscriber.deliver(answer)
    }
    this.#isRunning = false
  }
}
