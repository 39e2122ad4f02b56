// Removes a service from its device.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { reviseDevice } from '#domains/devices'
import type { ServicesContext } from '../context.ts'
import { serviceChanged } from '../service-events.ts'
import { deleteServiceRow } from '../service-store.ts'
import { serviceForChange } from './service-for-change.ts'

export async function removeService(
  context: ServicesContext,
  actor: Actor,
  request: { serviceId: ServiceId },
): Promise<Result<true, Refusal>> {
  const { database, events } = context.devices
  return database.transaction(async (tx) => {
    const found = await serviceForChange(tx, actor, request.serviceId, 'remove')
    if (!found.ok) return found
    const { service, device } = found.value
    for (const watcher of context.watchers) await watcher.serviceIsCut?.(tx, service)
    for (const watcher of context.watchers) await watcher.serviceIsRemoved?.(tx, service, device)
    await deleteServiceRow(tx, service)
    await events.announce(tx, serviceChanged(service, device, 'service-removed', actor.userId))
    await reviseDevice(context.devices, tx, device)
    return accept(true)
  })
}
