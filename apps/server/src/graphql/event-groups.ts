// Subscribers that ask the same as the same person share one execution per fact, and the bytes that it is told in.

import { BoundedQueue } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { AccessChanges, Actor } from '../access/index.ts'
import { seeDevices, type SeenDevice } from '#domains/devices'
import type { Subscription } from '#platform/bus'
import type { Queries } from '#platform/database'
import type { EventRecord, Events } from '#platform/events'
import type { AccountLoader, Viewer } from './context.ts'
import type { GraphqlEngine } from './engine.ts'
import { bared, visibilityOf } from './event-visibility.ts'

export interface EventSubscriber {
  /** Several answers in one frame, some time later, instead of a frame for each. */
  readonly wantsBatches: boolean
  /** A text, as it goes to the client. Others have it, too: it is not to be written to. */
  deliver(frame: Uint8Array): void
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

/** Facts that wait for their turn in one group. One more, and its subscribers start anew. */
const waitingMax = 20_000
/** Facts whose answers are made together, so that what they ask of the database is asked together. */
const togetherMax = 100
const batchMs = 200
const batchLengthMax = 500

export function createEventGroups(options: EventGroupsOptions): EventGroups {
  const groups = new Map<string, EventGroup>()
  return {
    join(viewer, query, subscriber) {
      const key = `${viewer.accountId} ${viewer.language} ${query}`
      const group = groups.get(key) ?? new EventGroup(viewer, query, options)
      groups.set(key, group)
      group.add(subscriber)
      return {
        [Symbol.dispose]() {
          group.delete(subscriber)
          if (!group.isEmpty || groups.get(key) !== group) return
          groups.delete(key)
          group[Symbol.dispose]()
        },
      }
    },
  }
}

class EventGroup implements Disposable {
  readonly #singles = new Set<EventSubscriber>()
  readonly #batchers = new Set<EventSubscriber>()
  readonly #viewer: Viewer
  readonly #query: string
  readonly #options: EventGroupsOptions
  readonly #waiting = new BoundedQueue<EventRecord>(waitingMax)
  readonly #accessSubscription: Subscription
  /** One for each account that the person acts for. What is shared with them comes over their own. */
  readonly #channels = new Map<AccountId, Subscription>()
  /** Undefined when it has to be loaded (again). */
  #actor: Actor | undefined
  /** Counts changes of access: what was loaded before the last one is of no use. */
  #accessChanges = 0
  #isRunning = false
  #isDisposed = false
  /** Answers that wait for company, for those who take batches. */
  #batch: string[] = []
  #batchTimer: NodeJS.Timeout | undefined

  constructor(viewer: Viewer, query: string, options: EventGroupsOptions) {
    this.#viewer = viewer
    this.#query = query
    this.#options = options
    this.#listenTo([viewer.accountId])
    this.#accessSubscription = options.accessChanges.subscribe(viewer.accountId, () => this.#forgetActor())
    this.#forgetActor()
  }

  get isEmpty(): boolean {
    return this.#singles.size + this.#batchers.size === 0
  }

  add(subscriber: EventSubscriber): void {
    // What happened before it came is for the others alone.
    this.#flush()
    const peers = subscriber.wantsBatches ? this.#batchers : this.#singles
    peers.add(subscriber)
  }

  delete(subscriber: EventSubscriber): void {
    this.#singles.delete(subscriber)
    this.#batchers.delete(subscriber)
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    clearTimeout(this.#batchTimer)
    this.#accessSubscription[Symbol.dispose]()
    this.#listenTo([])
  }

  #forgetActor(): void {
    this.#accessChanges += 1
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
    for (const subscriber of [...this.#singles, ...this.#batchers]) subscriber.overrun()
  }

  /** A few at a time, so that events arrive in their order. */
  async #runAll(): Promise<void> {
    this.#isRunning = true
    try {
      do {
        await this.#currentActor()
        while (this.#waiting.length > 0) await this.#run(this.#waiting.take(togetherMax))
      } while (this.#actor === undefined)
    } catch {
      // The database is away. Subscribers come back, and ask for the present state.
      this.#overrun()
    }
    this.#isRunning = false
  }

  async #run(events: readonly EventRecord[]): Promise<void> {
    const actor = await this.#currentActor()
    const devices = await this.#devicesOf(events, actor)
    const seen = events.flatMap((event) => {
      const visibility = visibilityOf(actor, event, event.deviceId === null ? undefined : devices.get(event.deviceId))
      return visibility === 'hidden' ? [] : [visibility === 'bare' ? bared(event) : event]
    })
    const accounts = this.#options.createAccountLoader()
    const answers = await Promise.all(
      seen.map((event) =>
        this.#options.engine.run({ query: this.#query }, { viewer: this.#viewer, actor, accounts, source: undefined, event }),
      ),
    )
    const texts = answers.map((answer) => JSON.stringify(answer))
    if (this.#singles.size > 0) for (const text of texts) sendTo(this.#singles, text)
    if (this.#batchers.size > 0) this.#addToBatch(texts)
  }

  /** What comes after a silence leaves at once; what follows soon waits for company. */
  #addToBatch(texts: readonly string[]): void {
    this.#batch.push(...texts)
    if (this.#batchTimer === undefined || this.#batch.length >= batchLengthMax) this.#flush()
  }

  #flush(): void {
    clearTimeout(this.#batchTimer)
    this.#batchTimer = undefined
    if (this.#batch.length === 0 || this.#isDisposed) return
    sendTo(this.#batchers, `{"events":[${this.#batch.join(',')}]}`)
    this.#batch = []
    this.#batchTimer = setTimeout(() => {
      this.#batchTimer = undefined
      this.#flush()
    }, batchMs)
  }

  async #devicesOf(events: readonly EventRecord[], actor: Actor): Promise<ReadonlyMap<string, SeenDevice>> {
    const asked = events.flatMap(({ deviceId, accountId }) =>
      deviceId === null || accountId === actor.userId ? [] : deviceId,
    )
    const devices = asked.length === 0 ? [] : await seeDevices(this.#options.queries, actor, [...new Set(asked)])
    return new Map(devices.map((device) => [device.id, device]))
  }

  async #currentActor(): Promise<Actor> {
    // A change of access that could not be heard yet would be missed for good.
    await this.#accessSubscription.ready
    while (this.#actor === undefined) {
      const changesBefore = this.#accessChanges
      const actor = await this.#options.loadActor(this.#viewer)
      if (this.#accessChanges !== changesBefore) continue
      this.#actor = actor
      this.#listenTo(actor.grants.map((grant) => grant.accountId))
    }
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

/** Made into bytes once, for all of them. */
function sendTo(subscribers: Iterable<EventSubscriber>, text: string): void {
  const frame = Buffer.from(text)
  for (const subscriber of subscribers) subscriber.deliver(frame)
}
