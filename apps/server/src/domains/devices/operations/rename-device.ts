// Gives a device another name.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { violatedConstraint } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import { deviceChanged } from '../device-events.ts'
import { chooseDeviceName, nameRefusalMessages, type NameRefusal } from '../device-name.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal, unseen } from '../device-refusal.ts'
import { seeDeviceForUpdate, renameDeviceRow } from '../device-store.ts'

export async function renameDevice(
  context: DevicesContext,
  actor: Actor,
  request: { deviceId: DeviceId; name: string },
): Promise<Result<string, Refusal>> {
  try {
    return await context.database.transaction(async (tx) => {
      const device = await seeDeviceForUpdate(tx, actor, request.deviceId)
      if (device === undefined) return refuse(unseen('device', request.deviceId))
      const verdict = devicePolicy.rename(actor, device)
      if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', device.id))
      // Whether it is taken, the unique index answers without a race.
      const name = chooseDeviceName(request.name, () => false)
      if (!name.ok) return refuse(nameRefusal(name.refusal))
      if (name.value === device.name) return accept(name.value)
      await renameDeviceRow(tx, device, name.value)
      await context.events.announce(tx, deviceChanged({ ...device, name: name.value }, 'device-renamed', actor.userId))
      return accept(name.value)
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'devices_name_key') throw error
    return refuse(nameRefusal('taken'))
  }
}

function nameRefusal(refusal: NameRefusal): Refusal {
  return { code: refusal === 'taken' ? 'CONFLICT' : 'INVALID', message: nameRefusalMessages[refusal] }
}
