// What is collected for one mail: by device, what became of it, however often it changed meanwhile. Pure.

import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { EventRecord } from '#platform/events'

export interface DigestItem {
  readonly name: string
  readonly accountId: AccountId
  readonly isOnline: boolean
  /** Since when; ISO 8601. */
  readonly since: string
  /** The event that says so. */
  readonly eventId: string
  /** How often it came and went. */
  readonly changes: number
}

export interface Digest {
  readonly items: Readonly<Record<DeviceId, DigestItem>>
  /** Changes of devices that are too many to list. */
  readonly others: number
}

export const emptyDigest: Digest = { items: {}, others: 0 }

/** A mail with more is not read. */
export const digestItemsMax = 50

/** Events may come in any order: the newest of each device counts. */
export function addToDigest(digest: Digest, events: readonly EventRecord[]): Digest {
  const items = new Map(Object.entries(digest.items) as [DeviceId, DigestItem][]) // the keys were put in as such
  let { others } = digest
  for (const event of events) {
    if (event.deviceId === null) continue
    const known = items.get(event.deviceId)
    if (known === undefined && items.size >= digestItemsMax) others += 1
    else items.set(event.deviceId, added(known, event))
  }
  return { items: Object.fromEntries(items) as Digest['items'], others } // as above
}

function added(known: DigestItem | undefined, event: EventRecord): DigestItem {
  const changes = (known?.changes ?? 0) + 1
  if (known !== undefined && known.eventId > event.id) return { ...known, changes }
  const [target] = event.targets
  return {
    name: target?.name ?? target?.id ?? '',
    accountId: event.accountId,
    isOnline: event.state === 'active',
    since: event.at,
    eventId: event.id,
    changes,
  }
}

/** So long after the first change the mail leaves, with all that happened meanwhile. */
export const digestWindowMs = 45_000
/** Who gets one mail after another gets them at ever longer intervals, up to this. */
export const digestPauseMsMax = 3_600_000

export interface DigestTimes {
  readonly sentAtMs: number | undefined
  readonly pauseMs: number
}

export const firstTimes: DigestTimes = { sentAtMs: undefined, pauseMs: digestWindowMs }

/** When the mail leaves that is begun now. */
export function digestDueAtMs({ sentAtMs, pauseMs }: DigestTimes, nowMs: number): number {
  return Math.max(nowMs + digestWindowMs, sentAtMs === undefined ? 0 : sentAtMs + pauseMs)
}

/** With a mail that leaves now: the pause doubles while mails follow each other, and starts again after a quiet while. */
export function timesAfterMail({ sentAtMs, pauseMs }: DigestTimes, nowMs: number): DigestTimes {
  const isClose = sentAtMs !== undefined && nowMs - sentAtMs < pauseMs * 2
  return { sentAtMs: nowMs, pauseMs: isClose ? Math.min(pauseMs * 2, digestPauseMsMax) : digestWindowMs }
}
