// Changes what a service is called, what it is, and where it leads.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { applicationTypeOf, type ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { reviseDevice, type SeenDevice } from '#domains/devices'
import type { ServicesContext } from '../context.ts'
import { changedService, serviceRefusalMessages, type Service, type ServiceWish } from '../service.ts'
import { serviceChanged, type ServiceDeed } from '../service-events.ts'
import { reachesElsewhere } from '../service-reach.ts'
import { saveSettings } from '../service-store.ts'
import { serviceForChange } from './service-for-change.ts'

export async function updateService(
  context: ServicesContext,
  actor: Actor,
  request: { serviceId: ServiceId; wish: ServiceWish; deed?: ServiceDeed },
): Promise<Result<{ service: Service; device: SeenDevice }, Refusal>> {
  const { database, events } = context.devices
  return database.transaction(async (tx) => {
    const found = await serviceForChange(tx, actor, request.serviceId, 'update')
    if (!found.ok) return found
    const { service: old, device } = found.value
    const settings = changedService(old, request.wish)
    if (!settings.ok) return refuse({ code: 'INVALID', message: serviceRefusalMessages[settings.refusal] })

    const service: Service = { ...old, ...settings.value }
    await saveSettings(tx, old, settings.value)
    await events.announce(tx, serviceChanged(service, device, request.deed ?? 'service-updated', actor.userId))
    for (const watcher of context.watchers) await watcher.serviceIsChanged?.(tx, service)
    if (leadsElsewhere(old, service)) {
      for (const watcher of context.watchers) await watcher.serviceIsCut?.(tx, service)
      await reviseDevice(context.devices, tx, device)
    }
    return accept({ service, device })
  })
}

/** Whether streams that were opened before would end up somewhere else now, or nowhere. */
function leadsElsewhere(old: Service, changed: Service): boolean {
  return (
    old.host !== changed.host ||
    old.port !== changed.port ||
    old.enabled !== changed.enabled ||
    applicationTypeOf(old.application).protocol !== applicationTypeOf(changed.application).protocol ||
    reachesElsewhere(old, changed)
  )
}
