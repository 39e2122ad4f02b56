// GraphQL ⇄ services: what a service shows of itself, and every change of one.

import { applicationTypes, devicePlatforms } from '@farport/vocabulary'
import { createBatchLoader } from '#platform/batch-loader'
import { renameDevice, setDeviceAttributes, showDevice, type SeenDevice } from '#domains/devices'
import { setUserAttributes } from '#domains/identity'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { ServicesContext } from './context.ts'
import { addService } from './operations/add-service.ts'
import { checkPort } from './operations/check-port.ts'
import { removeService } from './operations/remove-service.ts'
import { renameService } from './operations/rename-service.ts'
import { setServiceAttributes } from './operations/set-service-attributes.ts'
import { updateService } from './operations/update-service.ts'
import type { Service } from './service.ts'
import { servicePolicy } from './service-policy.ts'
import { servicesOfDevices } from './service-store.ts'
import { showService } from './shown-service.ts'
import { parseDeviceId, parseServiceId, parseTarget } from './target.ts'

export function serviceResolvers(means: ServicesContext): Resolvers {
  const { queries } = means.devices.database
  const services = perContext(() =>
    createBatchLoader((devices: readonly SeenDevice[]) => servicesOfDevices(queries, devices)),
  )
  const show = ({ service, device }: { service: Service; device: SeenDevice }) =>
    showService(service, showDevice(device))
  return {
    Query: {
      applicationTypes: listedTypes,
      platformTypes: () => [...devicePlatforms],
    },
    User: { applicationTypes: listedTypes },
    Device: {
      services: async (device, _args, context) => {
        const found = device.services ?? (await services(context).load(device)) ?? []
        const actor = requireActor(context)
        return found
          .filter((service) => servicePolicy.view(actor, service, device).allowed)
          .map((service) => showService(service, device))
      },
    },
    Service: {
      viewerCan: (service, _args, context) => {
        const actor = requireActor(context)
        return {
          connect: servicePolicy.connect(actor, service, service.device),
          update: servicePolicy.update(actor, service, service.device),
          remove: servicePolicy.remove(actor, service, service.device),
        }
      },
    },
    Mutation: {
      addService: async (_parent, { deviceId, ...wish }, context) => {
        const request = { deviceId: orRefuse(parseDeviceId(deviceId)), wish }
        return show(orRefuse(await addService(means, requireActor(context), request)))
      },
      updateService: async (_parent, { id, ...wish }, context) => {
        const request = { serviceId: orRefuse(parseServiceId(id)), wish }
        return show(orRefuse(await updateService(means, requireActor(context), request)))
      },
      removeService: async (_parent, { id }, context) =>
        orRefuse(await removeService(means, requireActor(context), { serviceId: orRefuse(parseServiceId(id)) })),
      checkPort: async (_parent, { deviceId, ...place }, context) => {
        const request = { deviceId: orRefuse(parseDeviceId(deviceId)), ...place }
        const { reachability, message } = orRefuse(await checkPort(means, requireActor(context), request))
        return { reachability, message: message ?? null }
      },
      // A device is its own bulk service: its id is accepted, too.
      renameService: async (_parent, { serviceId: id, name }, context) => {
        const actor = requireActor(context)
        const target = orRefuse(parseTarget(id))
        if (target.kind === 'device') orRefuse(await renameDevice(means.devices, actor, { deviceId: target.id, name }))
        else orRefuse(await renameService(means, actor, { serviceId: target.id, name }))
        return true
      },
      setAttributes: async (_parent, { serviceId: id, attributes }, context) => {
        const actor = requireActor(context)
        if (id == null) return orRefuse(await setUserAttributes(means.devices, actor.userId, attributes))
        const target = orRefuse(parseTarget(id))
        return target.kind === 'device'
          ? orRefuse(await setDeviceAttributes(means.devices, actor, { deviceId: target.id, attributes }))
          : orRefuse(await setServiceAttributes(means, actor, { serviceId: target.id, attributes }))
      },
    },
  }
}

function listedTypes() {
  return applicationTypes
    .filter((type) => type.use !== 'device')
    .map(({ scheme, ...type }) => ({ ...type, scheme: scheme ?? null }))
}
