// Deletes a device, with all that hangs on it, and lets its agent go.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { afterCommit, type Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { deviceDeleted } from '../device-events.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal, unseen } from '../device-refusal.ts'
import { deleteDeviceRows, seeDeviceForUpdate } from '../device-store.ts'

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
    await removeDevices(context, tx, actor, [device])
    return accept(true)
  })
}

export async function removeDevices(
  context: DevicesContext,
  tx: Tx,
  actor: Actor,
  devices: readonly Device[],
): Promise<void> {
  for (const watcher of context.watchers) await watcher.devicesAreDeleted?.(tx, devices)
  // While it is still known who its guests are.
  await context.events.announce(tx, ...devices.map((device) => deviceDeleted(device, actor.userId)))
  await deleteDeviceRows(tx, devices)
  for (const { relayId, id: deviceId } of devices) {
    if (relayId === undefined) continue
    afterCommit(tx, () => context.agentOrders.drop({ relayId, deviceId, message: deletedMessage }))
  }
}
