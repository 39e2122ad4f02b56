// What the resolvers of connections of every kind share.

import type { ServiceId } from '@farport/vocabulary'
import { seeDevices, showDevice, type ShownDevice } from '#domains/devices'
import { findServices, showService, type ShownService } from '#domains/services'
import { createBatchLoader, type BatchLoader } from '#platform/batch-loader'
import type { Queries } from '#platform/database'
import type { Actor } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import { requireViewer, type Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import type { ConnectionFacts } from './connection-facts.ts'

/** With what the viewer asks: when it ends, so does what they open now. */
export function openedWith(context: Context): { accessKey: string | undefined; sessionId: string | undefined } {
  const { credential } = requireViewer(context)
  return credential.kind === 'access-key'
    ? { accessKey: credential.id, sessionId: undefined }
    : { accessKey: undefined, sessionId: credential.id }
}

/** Services with their devices, as the viewer stands to them. */
export function serviceLoader(
  queries: Queries,
): (context: Context) => BatchLoader<ServiceId, ShownService<ShownDevice>> {
  return perContext((context) => {
    const actor = requireActor(context)
    return createBatchLoader((ids: readonly ServiceId[]) => servicesWithDevices(queries, actor, ids))
  })
}

export async function loadServiceOf(
  connection: Pick<ConnectionFacts, 'id' | 'serviceId'>,
  services: BatchLoader<ServiceId, ShownService<ShownDevice>>,
): Promise<ShownService<ShownDevice>> {
  const service = await services.load(connection.serviceId)
  if (service === undefined) throw new Error(`the service of the connection ${connection.id} is gone`)
  return service
}

async function servicesWithDevices(queries: Queries, actor: Actor, ids: readonly ServiceId[]) {
  const services = await findServices(queries, ids)
  const devices = await seeDevices(queries, actor, [...new Set(services.map((service) => service.deviceId))])
  const deviceById = new Map(devices.map((device) => [device.id, showDevice(device)]))
  return new Map(
    services.flatMap((service) => {
      const device = deviceById.get(service.deviceId)
      return device === undefined ? [] : [[service.id, showService(service, device)] as const]
    }),
  )
}
