// Changes how a person is told of one device that they may see.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { devicePolicy, holdDevices, unseen } from '#domains/devices'
import type { NotificationsContext } from '../context.ts'
import { asForAll, changeDeviceMethods, type MethodsWish } from '../notification-settings.ts'
import { deviceMethodsOf, saveDeviceMethods } from '../settings-store.ts'

export async function setDeviceNotifications(
  { database }: Pick<NotificationsContext, 'database'>,
  actor: Actor,
  { deviceId, ...wish }: MethodsWish & { readonly deviceId: DeviceId },
): Promise<Result<true, Refusal>> {
  return database.transaction(async (tx) => {
    const [device] = await holdDevices(tx, actor, [deviceId])
    if (device === undefined || !devicePolicy.view(actor, device).allowed) return refuse(unseen('device', deviceId))
    const known = (await deviceMethodsOf(tx, [actor.userId], [device])).get(actor.userId)?.get(device.id)
    await saveDeviceMethods(tx, actor.userId, device, changeDeviceMethods(known ?? asForAll, wish))
    return accept(true)
  })
}
