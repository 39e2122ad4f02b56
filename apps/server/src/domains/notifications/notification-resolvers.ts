// GraphQL ⇄ notifications. All of it is the viewer's own.

import type { Refusal } from '@farport/contract'
import { parseId, type AccountId } from '@farport/vocabulary'
import { unseen, type SeenDevice } from '#domains/devices'
import { createBatchLoader } from '#platform/batch-loader'
import { webhookSecretText } from '#platform/webhook-signature'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { requireViewer, type Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse, refusalError } from '../../graphql/refusal.ts'
import type { NotificationsContext } from './context.ts'
import type { Delivery } from './delivery-log-store.ts'
import { countUnread, markRead, type Notification } from './notification-store.ts'
import { listDeliveries, listNotifications } from './operations/list-notifications.ts'
import { setDeviceNotifications } from './operations/set-device-notifications.ts'
import { setNotificationSettings } from './operations/set-notification-settings.ts'
import { tryWebhook } from './operations/try-webhook.ts'
import { deviceMethodsOf, settingsOf } from './settings-store.ts'
import { webhookOf } from './webhook-store.ts'

export function notificationResolvers(means: NotificationsContext): Resolvers {
  const { queries } = means.database
  const deviceMethods = perContext((context) => {
    const { accountId } = requireViewer(context)
    return createBatchLoader(async (devices: readonly SeenDevice[]) => {
      const found = (await deviceMethodsOf(queries, [accountId], devices)).get(accountId)
      return new Map(devices.map((device) => [device, found?.get(device.id)]))
    })
  })
  return {
    User: {
      notificationSettings: ({ id }, _args, context) => (isViewer(context, id) ? shownSettings(means, id) : null),
      notifications: async ({ id }, wish, context) => {
        if (!isViewer(context, id)) return { items: [], hasMore: false, last: null, unread: 0 }
        const { items, hasMore } = orRefuse(await listNotifications(means, requireActor(context), wish))
        const unread = await countUnread(queries, id)
        return { items: items.map(shownNotification), hasMore, last: items.at(-1)?.id ?? null, unread }
      },
      webhookDeliveries: async ({ id }, wish, context) => {
        if (!isViewer(context, id)) return { items: [], hasMore: false, last: null }
        const { items, hasMore } = orRefuse(await listDeliveries(means, requireActor(context), wish))
        return { items: items.map(shownDelivery), hasMore, last: items.at(-1)?.id ?? null }
      },
    },
    Device: {
      notificationSettings: async (device, _args, context) => {
        const methods = await deviceMethods(context).load(device)
        return { emailNotifications: methods?.byMail ?? null, desktopNotifications: methods?.inPortal ?? null }
      },
    },
    Mutation: {
      setNotificationSettings: async (_parent, wish, context) => {
        const { serviceId, emailNotifications: byMail, desktopNotifications: inPortal, ...rest } = wish
        const actor = requireActor(context)
        if (serviceId == null) {
          const { urlNotifications: isOn, notificationUrl: url, notificationEmail: email, renewSecret } = rest
          const webhook = { isOn, url, renewSecret }
          return orRefuse(await setNotificationSettings(means, actor.userId, { byMail, inPortal, email, webhook }))
        }
        if (Object.values(rest).some((value) => value != null)) throw refusalError(forAllDevices)
        const deviceId = parseId('d', serviceId)
        if (deviceId === undefined) throw refusalError(unseen('device', serviceId.slice(0, 40)))
        return orRefuse(await setDeviceNotifications(means, actor, { deviceId, byMail, inPortal }))
      },
      readNotifications: async (_parent, { id }, context) => {
        const { accountId } = requireViewer(context)
        const until = id == null ? undefined : parseId('i', id)
        if (id != null && until === undefined) throw refusalError(unknownNotification)
        await markRead(queries, accountId, { until, at: new Date(means.clock.now()) })
        return true
      },
      testWebhook: async (_parent, _args, context) =>
        shownDelivery(orRefuse(await tryWebhook(means, requireViewer(context).accountId))),
    },
  }
}

const isViewer = (context: Context, id: AccountId): boolean => requireViewer(context).accountId === id

const forAllDevices: Refusal = {
  code: 'INVALID',
  message: 'The webhook and the address for e-mail are the same for all devices: set them without `serviceId`.',
}

const unknownNotification: Refusal = { code: 'INVALID', message: '`id` is the id of a notification.' }

async function shownSettings({ database, seal }: NotificationsContext, userId: AccountId) {
  const settings = await settingsOf(database.queries, userId)
  const webhook = await webhookOf(database.queries, userId)
  const secret = webhook && seal.open(webhook.sealedSecret, userId)
  return {
    emailNotifications: settings.byMail,
    desktopNotifications: settings.inPortal,
    urlNotifications: webhook?.isOn ?? false,
    notificationEmail: settings.email ?? null,
    notificationEmailVerified: settings.email === undefined || settings.isEmailVerified,
    notificationUrl: webhook?.url ?? null,
    notificationUrlError: webhook?.switchedOffBecause ?? null,
    notificationSecret: secret === undefined ? null : webhookSecretText(secret),
  }
}

function shownNotification({ id, createdAt, readAt, others, event }: Notification) {
  return { id, created: createdAt, read: readAt ?? null, others, event: event ?? null }
}

function shownDelivery(delivery: Delivery) {
  const { createdAt: created, responseStatus = null, error = null, dueAt: due = null, ...rest } = delivery
  return { ...rest, created, responseStatus, error, due, body: { ...rest.body } }
}
