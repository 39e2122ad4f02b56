// Deletes a device, with all that hangs on it, and lets its agent go.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { afterCommit } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import { deviceDeleted } from '../device-events.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal, unseen } from '../device-refusal.ts'
import { deleteDeviceRow, seeDeviceForUpdate } from '../device-store.ts'

export const deletedMessage = 'This device was deleted.'

export async function deleteDevice(
  context: DevicesContext,
  actor: Actor,
  request: { deviceId: DeviceId; force: boolean },
): Promise<Result<true, Refusal>> {
  return context.database.transaction(async (tx) => {
    const device = await seeDeviceForUpdate(tx, actor, request.deviceId)
    if (device === undefined) return refuse(unseen('device', request.deviceId))
    const verdict = devicePolicy.delete(actor, device, { force: request.force })
    if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', device.id))
    for (const watcher of context.watchers) await watcher.deviceIsDeleted?.(tx, device)
    await deleteDeviceRow(tx, device)
    await context.events.announce(tx, deviceDeleted(device, actor.userId))
    const { relayId, id } = device
    if (relayId !== undefined) {
      afterCommit(tx, () => context.agentOrders.drop({ relayId, deviceId: id, message: deletedMessage }))
    }
    return accept(true)
  })
}
