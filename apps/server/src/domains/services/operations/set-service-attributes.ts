// Merges into the attributes of a service.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { attributesRefusalMessages, mergeAttributes, type Attributes, type ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { reviseDevice } from '#domains/devices'
import type { ServicesContext } from '../context.ts'
import { serviceChanged } from '../service-events.ts'
import { checkReach, reachesElsewhere } from '../service-reach.ts'
import { saveServiceAttributes } from '../service-store.ts'
import { serviceForChange } from './service-for-change.ts'

export async function setServiceAttributes(
  context: ServicesContext,
  actor: Actor,
  request: { serviceId: ServiceId; attributes: Attributes },
): Promise<Result<Attributes, Refusal>> {
  const { database, events } = context.devices
  return database.transaction(async (tx) => {
    const found = await serviceForChange(tx, actor, request.serviceId, 'update')
    if (!found.ok) return found
    const { service, device } = found.value
    const merged = mergeAttributes(service.attributes, request.attributes)
    if (!merged.ok) return refuse({ code: 'INVALID', message: attributesRefusalMessages[merged.refusal] })
    const reach = checkReach(merged.value)
    if (!reach.ok) return refuse({ code: 'INVALID', message: reach.refusal })
    await saveServiceAttributes(tx, service, merged.value)
    for (const watcher of context.watchers) await watcher.serviceIsChanged?.(tx, service)
    await events.announce(tx, serviceChanged(service, device, 'service-updated', actor.userId))
    const changed = { ...service, attributes: merged.value }
    if (reachesElsewhere(service, changed)) await reviseDevice(context.devices, tx, device)
    return accept(merged.value)
  })
}
