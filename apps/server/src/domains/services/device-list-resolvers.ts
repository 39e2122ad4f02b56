// GraphQL ⇄ lists of devices with their services, and the codes that add devices.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { limits, type AccountId } from '@farport/vocabulary'
import { deleteDevice, makeRegistration, registrationCommand, type WantedService } from '#domains/devices'
import type { Resolvers, ServiceInput, UserRegistrationCodeArgs } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { ServicesContext } from './context.ts'
import { listDevices } from './operations/list-devices.ts'
import { newService, serviceRefusalMessages } from './service.ts'
import { parseDeviceId } from './target.ts'

export function deviceListResolvers(means: ServicesContext): Resolvers {
  const newCode = async (accountId: AccountId, args: UserRegistrationCodeArgs, context: Context) => {
    const actor = requireActor(context)
    const services = orRefuse(parseWantedServices(args.services ?? []))
    const { name, platform } = args
    const request = { accountId, name: name ?? undefined, platform: platform ?? undefined, services }
    return orRefuse(await makeRegistration(means.devices, actor, request))
  }
  return {
    User: {
      devices: async ({ id }, wish, context) => {
        const { items, ...page } = orRefuse(await listDevices(means, requireActor(context), id, wish))
        return { ...page, items: [...items], last: items.at(-1)?.id ?? null }
      },
      device: async ({ id: accountId }, { id }, context) => {
        const wish = { id, size: limits.devicePageSizeMax }
        return [...orRefuse(await listDevices(means, requireActor(context), accountId, wish)).items]
      },
      registrationCode: ({ id }, args, context) => newCode(id, args, context),
      registrationCommand: async ({ id }, args, context) =>
        registrationCommand(means.devices.publicUrl, await newCode(id, args, context)),
    },
    Mutation: {
      deleteDevice: async (_parent, { deviceId: text, force }, context) => {
        const deviceId = orRefuse(parseDeviceId(text))
        return orRefuse(await deleteDevice(means.devices, requireActor(context), { deviceId, force: force ?? false }))
      },
    },
  }
}

/** Refused now rather than when a device comes with the code and nobody watches. */
function parseWantedServices(inputs: readonly ServiceInput[]): Result<WantedService[], Refusal> {
  if (inputs.length > limits.servicesPerDeviceMax) {
    return refuse({ code: 'INVALID', message: `A device has at most ${limits.servicesPerDeviceMax} services.` })
  }
  const wanted: WantedService[] = []
  for (const input of inputs) {
    const service = newService(input)
    if (!service.ok) return refuse({ code: 'INVALID', message: serviceRefusalMessages[service.refusal] })
    wanted.push(service.value)
  }
  return accept(wanted)
}
