// Ends how a device is shared: with people, by who manages it; or for a guest, who gives it up.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { deniedRefusal, devicePolicy, seeDeviceForUpdate, unseen } from '#domains/devices'
import { accountsByEmails } from '#domains/identity'
import type { Tx } from '#platform/database'
import type { SharingContext } from '../context.ts'
import { parseEmailList } from '../email-list.ts'
import { byNetworkOnly, leavesOnly } from '../share-policy.ts'
import { sharesWith } from '../share-store.ts'
import { applyShareChanges } from './apply-share-changes.ts'

/** Guests name their own address to leave. With whom it is not shared, nothing changes. */
export async function unshareDevice(
  context: SharingContext,
  actor: Actor,
  request: { deviceId: DeviceId; emails: readonly string[] },
): Promise<Result<true, Refusal>> {
  const emails = parseEmailList(request.emails)
  if (!emails.ok) return refuse({ code: 'INVALID', message: emails.refusal })
  return context.services.devices.database.transaction(async (tx) => {
    const people = (await accountsByEmails(tx, emails.value)).map((account) => account.id)
    if (leavesOnly(people, actor.userId)) return leave(context, tx, actor, request.deviceId)
    const device = await seeDeviceForUpdate(tx, actor, request.deviceId)
    if (device === undefined) return refuse(unseen('device', request.deviceId))
    const verdict = devicePolicy.share(actor, device)
    if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', device.id))
    const shares = await sharesWith(tx, device, people)
    const changes = shares.map(({ userId }) => ({ userId, change: 'remove' as const }))
    await applyShareChanges(context, tx, device, { changes, actorId: actor.userId })
    return accept(true)
  })
}

export async function leaveDevice(
  context: SharingContext,
  actor: Actor,
  { deviceId }: { deviceId: DeviceId },
): Promise<Result<true, Refusal>> {
  return context.services.devices.database.transaction((tx) => leave(context, tx, actor, deviceId))
}

async function leave(context: SharingContext, tx: Tx, actor: Actor, id: DeviceId): Promise<Result<true, Refusal>> {
  const device = await seeDeviceForUpdate(tx, actor, id)
  if (device === undefined) return refuse(unseen('device', id))
  const verdict = devicePolicy.leave(actor, device)
  if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', id))
  const { userId } = actor
  if ((await sharesWith(tx, device, [userId])).length === 0) return refuse(byNetworkOnly)
  await applyShareChanges(context, tx, device, { changes: [{ userId, change: 'remove' }], actorId: userId })
  return accept(true)
}
