// Tells people of some events, each by the methods they want: in the portal, by mail, by webhook.

import type { AccountId } from '@farport/vocabulary'
import { accountsByIds, type Account } from '#domains/identity'
import type { Tx } from '#platform/database'
import type { EventRecord } from '#platform/events'
import type { NotificationsContext } from '../context.ts'
import { countWaiting, insertDeliveries, type NewDelivery } from '../delivery-store.ts'
import { holdCollected, saveCollected } from '../digest-store.ts'
import { crowdOf } from '../fact-store.ts'
import { addToDigest, digestDueAtMs } from '../mail-digest.ts'
import { usualSettings } from '../notification-settings.ts'
import { insertNotifications, trimNotifications, type NewNotification } from '../notification-store.ts'
import { deviceMethodsOf, methodsOfPeople } from '../settings-store.ts'
import { newsFor, peopleToTell, type News } from '../told-people.ts'
import { waitingMax, webhookBody, webhookWords } from '../webhook.ts'
import { holdWebhooksOn } from '../webhook-store.ts'

/** New in one person's list by one round; the rest are counted. */
export const listedPerRoundMax = 50
/** In one person's list. */
export const listedMax = 500

export async function tellEvents(context: NotificationsContext, tx: Tx, events: readonly EventRecord[]): Promise<void> {
  const eventsOf = await eventsByPerson(tx, events)
  const accounts = await accountsOf(tx, [...eventsOf.keys(), ...events.map((event) => event.accountId)])
  const people = await newsOfPeople(tx, events, { eventsOf, accounts })
  await tellInPortal(context, tx, people)
  await collectMails(context, tx, people)
  await queueWebhooks(context, tx, people, accounts)
}

interface ToldPerson {
  readonly account: Account
  readonly news: News
  /** Where their webhook goes, while it is on. */
  readonly webhookUrl: string | undefined
}

async function eventsByPerson(tx: Tx, events: readonly EventRecord[]): Promise<Map<AccountId, EventRecord[]>> {
  const crowd = await crowdOf(tx, events)
  const eventsOf = new Map<AccountId, EventRecord[]>()
  for (const event of events) {
    for (const userId of peopleToTell(event, crowd)) {
      const own = eventsOf.get(userId)
      if (own === undefined) eventsOf.set(userId, [event])
      else own.push(event)
    }
  }
  return eventsOf
}

async function accountsOf(tx: Tx, ids: readonly AccountId[]): Promise<Map<AccountId, Account>> {
  return ids.length === 0 ? new Map() : accountsByIds(tx, [...new Set(ids)])
}

async function newsOfPeople(
  tx: Tx,
  events: readonly EventRecord[],
  {
    eventsOf,
    accounts,
  }: {
    eventsOf: ReadonlyMap<AccountId, readonly EventRecord[]>
    accounts: ReadonlyMap<AccountId, Account>
  },
): Promise<ToldPerson[]> {
  const userIds = [...eventsOf.keys()].toSorted()
  const devices = events.flatMap(({ accountId, deviceId }) =>
    deviceId ? [[deviceId, { accountId, id: deviceId }] as const] : [],
  )
  const methodsOf = await methodsOfPeople(tx, userIds)
  const deviceMethods = await deviceMethodsOf(tx, userIds, [...new Map(devices).values()])
  const webhooks = await holdWebhooksOn(tx, userIds)
  return userIds.flatMap((userId) => {
    const account = accounts.get(userId)
    if (account === undefined) return []
    const webhookUrl = webhooks.get(userId)
    const listener = {
      methods: methodsOf.get(userId) ?? usualSettings,
      hasWebhook: webhookUrl !== undefined,
      methodsOf: deviceMethods.get(userId) ?? new Map(),
    }
    return [{ account, news: newsFor(eventsOf.get(userId) ?? [], listener), webhookUrl }]
  })
}

async function tellInPortal(
  { ids, clock }: NotificationsContext,
  tx: Tx,
  people: readonly ToldPerson[],
): Promise<void> {
  const rows = people.flatMap(({ account, news }) => {
    const listed = news.inPortal.slice(-listedPerRoundMax)
    const others = news.inPortal.length - listed.length
    return listed.map((event, index): NewNotification => ({
      userId: account.id,
      id: ids('i'),
      event,
      others: index === listed.length - 1 ? others : 0,
    }))
  })
  if (rows.length === 0) return
  await insertNotifications(tx, rows, new Date(clock.now()))
  await trimNotifications(tx, [...new Set(rows.map((row) => row.userId))], listedMax)
}

async function collectMails({ clock }: NotificationsContext, tx: Tx, people: readonly ToldPerson[]): Promise<void> {
  const newsOf = new Map(
    people.flatMap(({ account, news }) => (news.byMail.length === 0 ? [] : [[account.id, news.byMail] as const])),
  )
  if (newsOf.size === 0) return
  const collected = await holdCollected(tx, [...newsOf.keys()])
  await saveCollected(
    tx,
    collected.map((known) => ({
      ...known,
      ...addToDigest(known, newsOf.get(known.userId) ?? []),
      dueAt: known.dueAt ?? new Date(digestDueAtMs(known, clock.now())),
    })),
  )
}

async function queueWebhooks(
  { ids, clock }: NotificationsContext,
  tx: Tx,
  people: readonly ToldPerson[],
  accounts: ReadonlyMap<AccountId, Account>,
): Promise<void> {
  const listeners = people.filter(({ news }) => news.byWebhook.length > 0)
  if (listeners.length === 0) return
  const waiting = await countWaiting(
    tx,
    listeners.map(({ account }) => account.id),
  )
  const deliveries = listeners.flatMap(({ account, news, webhookUrl: url = '' }) => {
    const delivery = (event: EventRecord): NewDelivery => ({
      userId: account.id,
      id: ids('w'),
      url,
      body: webhookBody(event, accounts.get(event.accountId)?.email ?? ''),
    })
    const room = Math.max(0, waitingMax - (waiting.get(account.id) ?? 0))
    const [dropped, ...more] = news.byWebhook.slice(room)
    const queued = news.byWebhook.slice(0, room).map(delivery)
    if (dropped === undefined) return queued
    return [...queued, { ...delivery(dropped), error: webhookWords.dropped(1 + more.length) }]
  })
  await insertDeliveries(tx, deliveries, new Date(clock.now()))
}
