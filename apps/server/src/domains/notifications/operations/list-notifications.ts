// A person's list in the portal, and that of what went to their webhook. Of an event they see what they may see now.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { parseId, type DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { seeDevices } from '#domains/devices'
import { bared, toldTo, visibilityOf } from '../../../graphql/event-visibility.ts'
import type { EventRecord } from '#platform/events'
import type { NotificationsContext } from '../context.ts'
import { readDeliveries, type Delivery } from '../delivery-log-store.ts'
import { readNotificationRows, type Notification } from '../notification-store.ts'

export interface PageWish {
  readonly after?: string | null | undefined
  readonly size?: number | null | undefined
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly hasMore: boolean
}

type Means = Pick<NotificationsContext, 'database'>

export async function listNotifications(
  { database: { queries } }: Means,
  actor: Actor,
  wish: PageWish,
): Promise<Result<Page<Notification>, Refusal>> {
  const request = parsePage(wish, 'i')
  if (!request.ok) return request
  const { after, size } = request.value
  const rows = await readNotificationRows(queries, actor.userId, { after, countMax: size + 1 })
  const page = pageOf(rows, size)
  const deviceIds = page.items.flatMap(({ event }) => event?.deviceId ?? [])
  const devices = deviceIds.length === 0 ? [] : await seeDevices(queries, actor, [...new Set<DeviceId>(deviceIds)])
  const byId = new Map(devices.map((device) => [device.id, device]))
  const shown = (event: EventRecord) => asSeen(actor, event, event.deviceId ? byId.get(event.deviceId) : undefined)
  return accept({ ...page, items: page.items.map((one) => ({ ...one, event: one.event && shown(one.event) })) })
}

function asSeen(actor: Actor, event: EventRecord, device: Parameters<typeof visibilityOf>[2]): EventRecord | undefined {
  switch (visibilityOf(actor, event, device)) {
    case 'whole':
      return event
    case 'own':
      return toldTo(event, actor.userId)
    case 'bare':
      return bared(event)
    case 'hidden':
      return undefined
  }
}

export async function listDeliveries(
  { database: { queries } }: Means,
  actor: Actor,
  wish: PageWish,
): Promise<Result<Page<Delivery>, Refusal>> {
  const request = parsePage(wish, 'w')
  if (!request.ok) return request
  const { after, size } = request.value
  return accept(pageOf(await readDeliveries(queries, actor.userId, { after, countMax: size + 1 }), size))
}

const pageSize = 50
const pageSizeMax = 500

function parsePage<Kind extends 'i' | 'w'>({ after, size = pageSize }: PageWish, kind: Kind) {
  const wanted = size ?? pageSize
  if (wanted < 1 || wanted > pageSizeMax) return refuse(invalid(`\`size\` is 1 to ${pageSizeMax}.`))
  const id = after ? parseId(kind, after) : undefined
  if (after && id === undefined) return refuse(invalid('`after` is the id of the last one of a page.'))
  return accept({ after: id, size: wanted })
}

const invalid = (message: string): Refusal => ({ code: 'INVALID', message })

function pageOf<Item>(rows: readonly Item[], size: number): Page<Item> {
  return { items: rows.slice(0, size), hasMore: rows.length > size }
}
