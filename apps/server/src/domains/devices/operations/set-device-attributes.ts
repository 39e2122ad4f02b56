// Merges into the attributes of a device.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { attributesRefusalMessages, mergeAttributes, type Attributes, type DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { DevicesContext } from '../context.ts'
import { deviceChanged } from '../device-events.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal, unseen } from '../device-refusal.ts'
import { seeDeviceForUpdate, saveAttributes } from '../device-store.ts'

export async function setDeviceAttributes(
  context: DevicesContext,
  actor: Actor,
  request: { deviceId: DeviceId; attributes: Attributes },
): Promise<Result<Attributes, Refusal>> {
  return context.database.transaction(async (tx) => {
    const device = await seeDeviceForUpdate(tx, actor, request.deviceId)
    if (device === undefined) return refuse(unseen('device', request.deviceId))
    const verdict = devicePolicy.setAttributes(actor, device)
    if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', device.id))
    const merged = mergeAttributes(device.attributes, request.attributes)
    if (!merged.ok) return refuse({ code: 'INVALID', message: attributesRefusalMessages[merged.refusal] })
    await saveAttributes(tx, device, merged.value)
    await context.events.announce(tx, deviceChanged(device, 'device-updated', actor.userId))
    return accept(merged.value)
  })
}
