// Subscribers that ask the same as the same person share one execution per fact, and the bytes that it is told in. What
// other people are told alike is executed once for all of them, too.

import { BoundedQueue } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { AccessChanges, Actor } from '../access/index.ts'
import { seeDevices, type SeenDevice } from '#domains/devices'
import type { Subscription } from '#platform/bus'
import type { Queries } from '#platform/database'
import type { EventRecord, Events } from '#platform/events'
import type { Viewer } from './context.ts'
import { answerEvents, SharedAnswers, type AnswersOptions, type ToldEvent } from './event-answers.ts'
import { audienceOf } from './event-audience.ts'
import { EventFrames, type EventSubscriber } from './event-frames.ts'
import { bared, seesAllOf, toldTo, visibilityOf } from './event-visibility.ts'

export interface EventGroups {
  join(viewer: Viewer, query: string, subscriber: EventSubscriber): Disposable
}

export interface EventGroupsOptions extends AnswersOptions {
  events: Events
  queries: Queries
  accessChanges: AccessChanges
  loadActor(viewer: Viewer): Promise<Actor>
  /** Whether the answer to the query is the same for all who see the same. */
  asksAlike(query: string): boolean
}

/** Facts that wait for their turn in one group. One more, and its subscribers start anew. */
const waitingMax = 20_000
/** Facts whose answers are made together, so that what they ask of the database is asked together. */
const togetherMax = 100

export function createEventGroups(options: EventGroupsOptions): EventGroups {
  const groups = new Map<string, EventGroup>()
  const kinds = new Map<string, { shared: SharedAnswers; groups: number }>()

  function open(key: string, viewer: Viewer, query: string): EventGroup {
    const kindKey = `${viewer.language} ${query}`
    const kind = kinds.get(kindKey) ?? { shared: new SharedAnswers(), groups: 0 }
    kinds.set(kindKey, kind)
    kind.groups += 1
    const group = new EventGroup(viewer, query, options.asksAlike(query) ? kind.shared : undefined, options)
    groups.set(key, group)
    group.resources.defer(() => {
      groups.delete(key)
      kind.groups -= 1
      if (kind.groups === 0) kinds.delete(kindKey)
    })
    return group
  }

  return {
    join(viewer, query, subscriber) {
      const key = `${viewer.accountId} ${viewer.language} ${query}`
      const group = groups.get(key) ?? open(key, viewer, query)
      group.frames.add(subscriber)
      return {
        [Symbol.dispose]() {
          group.frames.delete(subscriber)
          if (group.frames.isEmpty && groups.get(key) === group) group.resources.dispose()
        },
      }
    },
  }
}

class EventGroup {
  readonly frames = new EventFrames()
  readonly resources = new DisposableStack()
  readonly #viewer: Viewer
  readonly #query: string
  readonly #shared: SharedAnswers | undefined
  readonly #options: EventGroupsOptions
  readonly #waiting = new BoundedQueue<EventRecord>(waitingMax)
  /** One for each account that the person acts for. What is shared with them comes over their own. */
  readonly #channels = new Map<AccountId, Subscription>()
  readonly #accessSubscription: Subscription
  #accessChanges = 0
  /** Undefined when it has to be loaded (again). */
  #actor: Actor | undefined
  #isRunning = false

  constructor(viewer: Viewer, query: string, shared: SharedAnswers | undefined, options: EventGroupsOptions) {
    this.#viewer = viewer
    this.#query = query
    this.#shared = shared
    this.#options = options
    this.resources.use(this.frames)
    this.resources.defer(() => this.#listenTo([]))
    this.#accessSubscription = options.accessChanges.subscribe(viewer.accountId, () => this.#forgetActor())
    this.resources.use(this.#accessSubscription)
    this.#listenTo([viewer.accountId])
    this.#forgetActor()
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
    this.frames.overrun()
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
    const told = events.flatMap((event) => toldAs(actor, event, devices))
    const asker = { viewer: this.#viewer, actor, query: this.#query, shared: this.#shared }
    const texts = await answerEvents(this.#options, asker, told)
    if (!this.resources.disposed) this.frames.tell(texts)
  }

  /** Of those events where it matters how the person stands to the device. */
  async #devicesOf(events: readonly EventRecord[], actor: Actor): Promise<ReadonlyMap<string, SeenDevice>> {
    const asked = events.flatMap(({ deviceId, accountId }) =>
      deviceId === null || seesAllOf(actor, accountId) ? [] : deviceId,
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
    const wanted = new Set(this.resources.disposed ? [] : accountIds)
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

function toldAs(actor: Actor, event: EventRecord, devices: ReadonlyMap<string, SeenDevice>): ToldEvent[] {
  const device = event.deviceId === null ? undefined : devices.get(event.deviceId)
  const visibility = visibilityOf(actor, event, device)
  if (visibility === 'hidden') return []
  if (visibility === 'bare') return [{ event: bared(event), audience: undefined }]
  if (visibility === 'own') return [{ event: toldTo(event, actor.userId), audience: undefined }]
  return [{ event, audience: audienceOf(actor, event, device) }]
}
