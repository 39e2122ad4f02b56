// Posts the mails whose time has come. A mail goes to the outbox in the transaction that empties what was collected.

import type { DeviceId } from '@farport/vocabulary'
import { loadActor } from '../../../access/index.ts'
import { devicePolicy, seeDevices } from '#domains/devices'
import { accountsByIds, personalOf, type Account } from '#domains/identity'
import type { Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { NotificationsContext } from '../context.ts'
import { digestMail } from '../digest-mail.ts'
import { emptyCollected, holdDueDigest, postponeDigest, type Collected } from '../digest-store.ts'
import { timesAfterMail, type Digest, type DigestItem } from '../mail-digest.ts'
import { methodsFor } from '../notification-settings.ts'
import { deviceMethodsOf, settingsOf } from '../settings-store.ts'

const postponedMs = 300_000

/** Until none is due. Safe in several processes at once. */
export async function sendDigests(context: NotificationsContext): Promise<void> {
  while (await sendOne(context));
}

async function sendOne(context: NotificationsContext): Promise<boolean> {
  const { database, clock, log } = context
  let held: Collected | undefined
  try {
    return await database.transaction(async (tx) => {
      held = await holdDueDigest(tx, new Date(clock.now()))
      if (held === undefined) return false
      await emptyCollected(tx, held.userId, timesAfterMail(held, clock.now()))
      const account = (await accountsByIds(tx, [held.userId])).get(held.userId)
      if (account !== undefined) await post(context, tx, account, held)
      return true
    })
  } catch (error) {
    if (held === undefined) throw error
    log.error({ err: error, user: held.userId }, 'a mail with notifications could not be written')
    await postponeDigest(database.queries, held.userId, new Date(clock.now() + postponedMs))
    return true
  }
}

async function post({ mailer, publicUrl }: NotificationsContext, tx: Tx, account: Account, collected: Digest) {
  const settings = await settingsOf(tx, account.id)
  const items = await stillWanted(tx, account, collected)
  const personal = await personalOf(tx, account.id)
  const words = digestMail({
    to: settings.isEmailVerified ? (settings.email ?? account.email) : account.email,
    language: account.language,
    digest: { items, others: collected.others },
    publicUrl,
    timezone: personal?.timezone ?? 'UTC',
  })
  if (words !== undefined) await mailer.post(tx, await renderMail(words))
}

/** Since it was collected, somebody may have lost the device, or the wish to hear of it. */
async function stillWanted(tx: Tx, account: Account, { items }: Digest): Promise<Digest['items']> {
  const known = Object.entries(items) as [DeviceId, DigestItem][] // keys as they were put in
  const actor = await loadActor(tx, { userId: account.id, isOperator: false })
  const devices = await seeDevices(
    tx,
    actor,
    known.map(([id]) => id),
  )
  const seen = devices.filter((device) => devicePolicy.view(actor, device).allowed)
  const person = await settingsOf(tx, account.id)
  const methodsOf = (await deviceMethodsOf(tx, [account.id], seen)).get(account.id)
  const wanted = new Set(
    seen.filter((device) => methodsFor(person, methodsOf?.get(device.id)).byMail).map((device) => device.id),
  )
  return Object.fromEntries(known.filter(([id]) => wanted.has(id))) as Digest['items'] // as above
}
