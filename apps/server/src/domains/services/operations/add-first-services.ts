// Gives a device that is just being enrolled the services that it begins with.

import { defaultServices, limits } from '@farport/vocabulary'
import type { Device, WantedService } from '#domains/devices'
import type { Tx } from '#platform/database'
import type { ServicesContext } from '../context.ts'
import { newService, type Service } from '../service.ts'
import { insertServices } from '../service-store.ts'

/** What was wanted, or else the default ones. What breaks a rule (it was checked when it was wanted) is left out. */
export async function addFirstServices(
  context: ServicesContext,
  tx: Tx,
  device: Device,
  wanted: readonly WantedService[],
): Promise<void> {
  const wishes = wanted.length > 0 ? wanted : defaultServices.map((application) => ({ application }))
  const services = wishes.slice(0, limits.servicesPerDeviceMax).flatMap((wish: WantedService): Service[] => {
    const settings = newService(wish)
    if (!settings.ok) return []
    const { accountId, id: deviceId, createdAt } = device
    const attributes = wish.username === undefined ? {} : { username: wish.username }
    return [{ ...settings.value, id: context.devices.ids('s'), accountId, deviceId, attributes, createdAt }]
  })
  await insertServices(tx, services)
}
