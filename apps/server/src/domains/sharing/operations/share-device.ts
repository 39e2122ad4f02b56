// Shares a device with people, or changes how it is shared with them. Who has no account yet is invited.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { deniedRefusal, devicePolicy, seeDevice, seeDeviceForUpdate, unseen, type SeenDevice } from '#domains/devices'
import { accountsByEmails, type Account } from '#domains/identity'
import { servicesOfDevice } from '#domains/services'
import type { Tx } from '#platform/database'
import type { SharingContext } from '../context.ts'
import { parseEmailList } from '../email-list.ts'
import {
  changeShare,
  guestsMax,
  parseServiceWishes,
  shareRefusalMessages,
  type DeviceShare,
  type ServiceArgument,
  type ShareChange,
  type ShareWish,
} from '../share.ts'
import { refuseOwnAddresses, tooManyGuests } from '../share-policy.ts'
import { countGuests, sharesWith } from '../share-store.ts'
import { applyShareChanges, type ChangedShare } from './apply-share-changes.ts'
import { inviterOf, noMails, prepareMails, type PreparedMails } from './mail-shares.ts'

export interface ShareRequest {
  readonly deviceId: DeviceId
  /** As they came. */
  readonly emails: readonly string[]
  readonly scripting: boolean | undefined
  readonly services: readonly ServiceArgument[]
  /** Whether those with whom it was not shared before are written to. */
  readonly notify: boolean
}

export async function shareDevice(
  context: SharingContext,
  actor: Actor,
  request: ShareRequest,
): Promise<Result<true, Refusal>> {
  const emails = parseEmailList(request.emails)
  if (!emails.ok) return refuse({ code: 'INVALID', message: emails.refusal })
  const { database } = context.services.devices
  const device = mayShare(actor, await seeDevice(database.queries, actor, request.deviceId), request.deviceId)
  if (!device.ok) return device
  const known = await accountsByEmails(database.queries, emails.value)
  const own = refuseOwnAddresses(known, { viewerId: actor.userId, ownerId: device.value.accountId })
  if (own !== undefined) return refuse(own)
  const paid = await context.invitations.pay({ emails: emails.value, by: actor.userId })
  if (!paid.ok) return paid

  const mails = request.notify ? await prepareShareMails(context, actor, device.value, known) : noMails
  return database.transaction(async (tx) => {
    const held = mayShare(actor, await seeDeviceForUpdate(tx, actor, request.deviceId), request.deviceId)
    return held.ok
      ? shareHeld(context, tx, actor, { ...request, device: held.value, emails: emails.value, mails })
      : held
  })
}

function mayShare(actor: Actor, device: SeenDevice | undefined, id: DeviceId): Result<SeenDevice, Refusal> {
  if (device === undefined) return refuse(unseen('device', id))
  const verdict = devicePolicy.share(actor, device)
  return verdict.allowed ? accept(device) : refuse(deniedRefusal(verdict, 'device', id))
}

/** Those who are invited get the mail of that. */
async function prepareShareMails(
  context: SharingContext,
  actor: Actor,
  device: SeenDevice,
  known: readonly Account[],
): Promise<PreparedMails> {
  const { database, publicUrl } = context.services.devices
  const guests = new Set((await sharesWith(database.queries, device, known.map(idOf))).map((share) => share.userId))
  const newcomers = known.filter((account) => !guests.has(account.id))
  if (newcomers.length === 0) return noMails
  const by = await inviterOf(database.queries, actor)
  const url = `${publicUrl}/devices/${device.id}`
  return prepareMails(context, newcomers, { about: 'device', by: by.email, name: device.name, url })
}

interface HeldShare extends ShareRequest {
  readonly device: SeenDevice
  readonly mails: PreparedMails
}

async function shareHeld(
  context: SharingContext,
  tx: Tx,
  actor: Actor,
  { device, emails, scripting, services, mails }: HeldShare,
): Promise<Result<true, Refusal>> {
  const present = (await servicesOfDevice(tx, device)).map((service) => service.id)
  const wishes = parseServiceWishes(device.id, present, services)
  if (!wishes.ok) {
    const { refusal } = wishes
    if (typeof refusal === 'object') return refuse(unseen('service', refusal.unknown))
    return refuse({ code: 'INVALID', message: shareRefusalMessages[refusal] })
  }
  const known = await accountsByEmails(tx, emails)
  const shares = new Map((await sharesWith(tx, device, known.map(idOf))).map((share) => [share.userId, share]))
  const wish: ShareWish = { canScript: scripting, services: wishes.value }
  const decide = (share: DeviceShare | undefined) => changeShare(share, wish, present)
  const newcomers = emails.length - shares.size
  // Before anybody is invited, so that a refusal has no effect.
  const forNewcomers = decide(undefined)
  if (newcomers > 0 && !forNewcomers.ok) {
    return refuse({ code: 'INVALID', message: shareRefusalMessages[forNewcomers.refusal] })
  }
  if ((await countGuests(tx, device)) + newcomers > guestsMax) return refuse(tooManyGuests)

  const accounts = await context.invitations.invite(tx, { emails, by: actor.userId })
  const changes = accounts.flatMap((account) => changedShare(account.id, decide(shares.get(account.id))))
  await applyShareChanges(context, tx, device, { changes, actorId: actor.userId })
  for (const account of accounts) if (!shares.has(account.id)) await mails.post(tx, account)
  return accept(true)
}

const idOf = (account: Account): AccountId => account.id

function changedShare(userId: AccountId, decided: Result<ShareChange, 'nothing'>): ChangedShare[] {
  return decided.ok && decided.value.change !== 'none' ? [{ userId, ...decided.value }] : []
}
