// Adds a service to a device.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { limits, type DeviceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import {
  deniedRefusal,
  devicePolicy,
  seeDeviceForUpdate,
  reviseDevice,
  unseen,
  type SeenDevice,
} from '#domains/devices'
import type { ServicesContext } from '../context.ts'
import { newService, serviceRefusalMessages, type Service, type ServiceWish } from '../service.ts'
import { serviceChanged } from '../service-events.ts'
import { insertServices, servicesOfDevice } from '../service-store.ts'

export async function addService(
  context: ServicesContext,
  actor: Actor,
  request: { deviceId: DeviceId; wish: ServiceWish },
): Promise<Result<{ service: Service; device: SeenDevice }, Refusal>> {
  const { database, clock, events, ids } = context.devices
  return database.transaction(async (tx) => {
    const device = await seeDeviceForUpdate(tx, actor, request.deviceId)
    if (device === undefined) return refuse(unseen('device', request.deviceId))
    const verdict = devicePolicy.addService(actor, device)
    if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', device.id))
    const settings = newService(request.wish)
    if (!settings.ok) return refuse({ code: 'INVALID', message: serviceRefusalMessages[settings.refusal] })
    const others = await servicesOfDevice(tx, device)
    if (others.length >= limits.servicesPerDeviceMax) return refuse(tooMany)

    const { accountId, id: deviceId } = device
    const at = new Date(clock.now())
    const service: Service = { ...settings.value, id: ids('s'), accountId, deviceId, attributes: {}, createdAt: at }
    await insertServices(tx, [service])
    await events.announce(tx, serviceChanged(service, device, 'service-added', actor.userId))
    await reviseDevice(context.devices, tx, device)
    return accept({ service, device })
  })
}

const tooMany: Refusal = {
  code: 'LIMIT_EXCEEDED',
  message: `A device has at most ${limits.servicesPerDeviceMax} services.`,
}
