// Facts: what happened in an account. Written with the change they tell of, published once it is committed.

import type { Selectable } from 'kysely'
import type { AccountId, DeviceId, EventId } from '@farport/vocabulary'
import type { EventType } from '@farport/contract'
import type { Events as EventsTable } from '../../generated/database.ts'
import type { Bus, Subscription } from './bus.ts'
import type { Clock } from './clock.ts'
import { afterCommit, type Tx } from './database.ts'
import type { Ids } from './ids.ts'
import type { Json } from './json.ts'

/** What it happened to, as it was then. */
export interface EventTarget {
  id: string
  name?: string
  application?: number
  platform?: number
  ownerId?: string
  deviceId?: string
}

export interface NewEvent {
  accountId: AccountId
  type: EventType
  state?: string
  action?: string
  /** Who did it; absent when nobody did. */
  actorId?: AccountId
  /** The device in whose own log it stands. */
  deviceId?: DeviceId
  targets?: readonly EventTarget[]
  /** People besides the account itself, and besides the guests of the device, who are told. */
  alsoTo?: readonly AccountId[]
  /** What only events of this type have. */
  data?: Readonly<Record<string, Json>>
}

/** An event as it is stored and published: JSON through and through. */
export interface EventRecord {
  accountId: AccountId
  id: EventId
  type: EventType
  state: string | null
  action: string | null
  actorId: AccountId | null
  deviceId: DeviceId | null
  targets: readonly EventTarget[]
  data: Readonly<Record<string, Json>>
  /** ISO 8601, UTC, with milliseconds. */
  at: string
}

export interface Events {
  announce(tx: Tx, ...events: readonly NewEvent[]): Promise<readonly EventRecord[]>
  /** Also the events of other processes. What is missed while the bus is down is in the table. */
  subscribe(accountId: AccountId, handler: (event: EventRecord) => void): Subscription
}

export interface EventsOptions {
  bus: Bus
  clock: Clock
  ids: Ids
  /** People of other accounts who are told of what happens to a device, by device. Asked once for all events together. */
  guestsOf?: (tx: Tx, deviceIds: readonly DeviceId[]) => Promise<ReadonlyMap<DeviceId, readonly AccountId[]>>
  /** Acts in the same transaction on what was announced together. */
  watcher?: (tx: Tx, events: readonly EventRecord[]) => Promise<void>
}

const eventsPerInsertMax = 1000

export function createEvents({ bus, clock, ids, guestsOf, watcher }: EventsOptions): Events {
  const record = (event: NewEvent): EventRecord => ({
    accountId: event.accountId,
    id: ids('e'),
    type: event.type,
    state: event.state ?? null,
    action: event.action ?? null,
    actorId: event.actorId ?? null,
    deviceId: event.deviceId ?? null,
    targets: event.targets ?? [],
    data: event.data ?? {},
    at: new Date(clock.now()).toISOString(),
  })
  async function guestsOfAll(tx: Tx, records: readonly EventRecord[]) {
    const deviceIds = new Set(records.flatMap((one) => one.deviceId ?? []))
    return deviceIds.size === 0 ? undefined : guestsOf?.(tx, [...deviceIds])
  }
  async function store(tx: Tx, records: readonly EventRecord[]) {
    for (let start = 0; start < records.length; start += eventsPerInsertMax) {
      const rows = records.slice(start, start + eventsPerInsertMax).map(toRow)
      await tx.insertInto('events').values(rows).execute()
    }
  }
  return {
    async announce(tx, ...events) {
      const records = events.map(record)
      // All at once: they travel together.
      const [guests] = await Promise.all([guestsOfAll(tx, records), store(tx, records), watcher?.(tx, records)])
      for (const [index, one] of records.entries()) {
        const told = new Set([
          one.accountId,
          ...((one.deviceId && guests?.get(one.deviceId)) ?? []),
          ...(events[index]?.alsoTo ?? []),
        ])
        const message = { ...one } as unknown as Json // JSON by its type
        for (const accountId of told) afterCommit(tx, () => bus.publish(channelOf(accountId), message))
      }
      return records
    },
    subscribe(accountId, handler) {
      return bus.subscribe(channelOf(accountId), (message) => handler(message as unknown as EventRecord)) // published above
    },
  }
}

const channelOf = (accountId: AccountId): string => `account:${accountId}`

function toRow(event: EventRecord) {
  return {
    account_id: event.accountId,
    id: event.id,
    type: event.type,
    state: event.state,
    action: event.action,
    actor_id: event.actorId,
    device_id: event.deviceId,
    targets: JSON.stringify(event.targets),
    data: JSON.stringify(event.data),
    at: event.at,
  }
}

/** As it was written from. */
export function toEventRecord(row: Selectable<EventsTable>): EventRecord {
  return {
    accountId: row.account_id as AccountId, // written from one, as are those below
    id: row.id as EventId, // see above
    type: row.type as EventType, // see above
    state: row.state,
    action: row.action,
    actorId: row.actor_id as AccountId | null, // see above
    deviceId: row.device_id as DeviceId | null, // see above
    targets: row.targets as unknown as readonly EventTarget[], // see above
    data: row.data as EventRecord['data'], // see above
    at: row.at.toISOString(),
  }
}
