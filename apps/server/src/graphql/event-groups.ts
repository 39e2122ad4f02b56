// Subscribers that ask the same as the same person share one execution per fact.

import { BoundedQueue } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { AccessChanges, Actor } from '../access/index.ts'
import { seeDevice, type SeenDevice } from '#domains/devices'
import type { Subscription } from '#platform/bus'
import type { Queries } from '#platform/database'
import type { EventRecord, Events } from '#platform/events'
import type { AccountLoader, Viewer } from './context.ts'
import type { Answer, GraphqlEngine } from './engine.ts'
import { bared, visibilityOf } from './event-visibility.ts'

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
  queries: Queries
  accessChanges: AccessChanges
  createAccountLoader(): AccountLoader
  loadActor(viewer: Viewer): Promise<Actor>
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
  readonly #accessSubscription: Subscription
  /** One for each account that the person acts for. What is shared with them comes over their own. */
  readonly #channels = new Map<AccountId, Subscription>()
  /** Undefined when it has to be loaded (again). */
  #actor: Actor | undefined
  #isRunning = false
  #isDisposed = false

  constructor(viewer: Viewer, query: string, options: EventGroupsOptions) {
    this.#viewer = viewer
    this.#query = query
    this.#options = options
    this.#listenTo([viewer.accountId])
    this.#accessSubscription = options.accessChanges.subscribe(viewer.accountId, () => this.#forgetActor())
    this.#forgetActor()
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#accessSubscription[Symbol.dispose]()
    this.#listenTo([])
  }

  #forgetActor(): void {
    this.#actor = undefined
    if (!this.#isRunning) void this.#runAll()
  }

  #take(event: EventRecord): void {
    if (!this.#waiting.push(event)) return this.#overrun()
    if (!this.#isRunning) void this.#runAll()
    return undefined
  }

  #overrun(): void {
    this.#waiting.drain()
    for (const subscriber of this.subscribers) subscriber.overrun()
  }

  /** One after the other, so that events arrive in their order. */
  async #runAll(): Promise<void> {
    this.#isRunning = true
    try {
      await this.#currentActor()
      for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) await this.#run(event)
    } catch {
      // The database is away. Subscribers come back, and ask for the present state.
      this.#overrun()
    }
    this.#isRunning = false
  }

  async #run(event: EventRecord): Promise<void> {
    const { engine, createAccountLoader } = this.#options
    const actor = await this.#currentActor()
    const visibility = visibilityOf(actor, event, await this.#deviceOf(event, actor))
    if (visibility === 'hidden') return
    const shown = visibility === 'bare' ? bared(event) : event
    const context = { viewer: this.#viewer, actor, accounts: createAccountLoader(), event: shown }
    const answer = await engine.run({ query: this.#query }, context)
    for (const subscriber of this.subscribers) subscriber.deliver(answer)
  }

  async #deviceOf(event: EventRecord, actor: Actor): Promise<SeenDevice | undefined> {
    if (event.deviceId === null || event.accountId === actor.userId) return undefined
    return seeDevice(this.#options.queries, actor, event.deviceId)
  }

  async #currentActor(): Promise<Actor> {
    if (this.#actor !== undefined) return this.#actor
    this.#actor = await this.#options.loadActor(this.#viewer)
    this.#listenTo(this.#actor.grants.map((grant) => grant.accountId))
    return this.#actor
  }

  #listenTo(accountIds: readonly AccountId[]): void {
    const wanted = new Set(this.#isDisposed ? [] : accountIds)
    for (const [accountId, channel] of this.#channels) {
      if (wanted.has(accountId)) continue
      channel[Symbol.dispose]()
      this.#channels.delete(accountId)
    }
    for (const accountId of wanted) {
      if (this.#channels.has(accountId)) continue
      this.#channels.set(
        accountId,
        this.#options.events.subscribe(accountId, (event) => this.#take(event)),
      )
    }
  }
}
