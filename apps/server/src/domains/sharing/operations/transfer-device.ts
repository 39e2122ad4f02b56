// Hands a device over to somebody else: theirs from then on, without its guests, its tags and its places in networks.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import {
  deniedRefusal,
  devicePolicy,
  handOverDevice,
  seeDevice,
  seeDeviceForUpdate,
  unseen,
  type SeenDevice,
} from '#domains/devices'
import { accountsByEmails, type Account } from '#domains/identity'
import { violatedConstraint } from '#platform/database'
import type { SharingContext } from '../context.ts'
import { parseEmailList } from '../email-list.ts'
import { inviterOf, noMails, prepareMails, type PreparedMails } from './mail-shares.ts'

/** Two devices that come into an account under one name at one moment: the next look finds another. */
const attemptsMax = 10

export async function transferDevice(
  context: SharingContext,
  actor: Actor,
  request: { deviceId: DeviceId; email: string },
): Promise<Result<true, Refusal>> {
  const emails = parseEmailList([request.email])
  if (!emails.ok) return refuse({ code: 'INVALID', message: emails.refusal })
  const [email, ...more] = emails.value
  if (email === undefined || more.length > 0) return refuse(onePerson)
  const { database } = context.services.devices
  const device = mayTransfer(actor, await seeDevice(database.queries, actor, request.deviceId), request.deviceId)
  if (!device.ok) return device
  const known = await accountsByEmails(database.queries, [email])
  if (known.some((account) => account.id === device.value.accountId)) return refuse(theirsAlready(email))
  const paid = await context.invitations.pay({ emails: [email], by: actor.userId })
  if (!paid.ok) return paid

  const mails = await prepareTransferMails(context, actor, device.value, known)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transferOnce(context, actor, { deviceId: device.value.id, email, mails })
    } catch (error) {
      if (violatedConstraint(error) !== 'devices_name_key' || attempt === attemptsMax) throw error
    }
  }
}

async function transferOnce(
  context: SharingContext,
  actor: Actor,
  { deviceId, email, mails }: { deviceId: DeviceId; email: string; mails: PreparedMails },
): Promise<Result<true, Refusal>> {
  const { devices } = context.services
  return devices.database.transaction(async (tx) => {
    const device = mayTransfer(actor, await seeDeviceForUpdate(tx, actor, deviceId), deviceId)
    if (!device.ok) return device
    const [recipient] = await context.invitations.invite(tx, { emails: [email], by: actor.userId })
    if (recipient === undefined) throw new Error('an invitation made no account')
    if (recipient.id === device.value.accountId) return refuse(theirsAlready(email))
    await handOverDevice(devices, tx, device.value, { to: recipient.id, actorId: actor.userId })
    await mails.post(tx, recipient)
    return accept(true)
  })
}

function mayTransfer(actor: Actor, device: SeenDevice | undefined, id: DeviceId): Result<SeenDevice, Refusal> {
  if (device === undefined) return refuse(unseen('device', id))
  const verdict = devicePolicy.transfer(actor, device)
  return verdict.allowed ? accept(device) : refuse(deniedRefusal(verdict, 'device', id))
}

/** Who is invited gets the mail of that. */
async function prepareTransferMails(
  context: SharingContext,
  actor: Actor,
  device: SeenDevice,
  known: readonly Account[],
): Promise<PreparedMails> {
  if (known.length === 0) return noMails
  const { database, publicUrl } = context.services.devices
  const by = await inviterOf(database.queries, actor)
  const url = `${publicUrl}/devices/${device.id}`
  return prepareMails(context, known, { about: 'transfer', by: by.email, name: device.name, url })
}

const onePerson: Refusal = { code: 'INVALID', message: 'A device is transferred to one e-mail address.' }

const theirsAlready = (email: string): Refusal => ({
  code: 'INVALID',
  message: `It belongs to ${email} already.`,
})
