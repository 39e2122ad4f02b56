// GraphQL ⇄ how devices come and go: codes that add them, codes that restore them, claims, deletions.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { limits, type AccountId, type DeviceId } from '@farport/vocabulary'
import {
  deleteDevice,
  deleteDevices,
  keysOfDevices,
  makeRegistration,
  makeRestoreCode,
  parseTemplate,
  registrationCommand,
  seeDevice,
  showDevice,
  templateRefusalMessages,
  type SeenDevice,
  type WantedService,
} from '#domains/devices'
import { createBatchLoader } from '#platform/batch-loader'
import type { Resolvers, ServiceInput, UserRegistrationCodeArgs } from '../../../generated/resolvers.ts'
import { accountArgument } from '../../graphql/account-argument.ts'
import { requireActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { ServicesContext } from './context.ts'
import { claimDevice } from './operations/claim-device.ts'
import { newService, serviceRefusalMessages } from './service.ts'
import { parseDeviceId } from './target.ts'

export function registrationResolvers(means: ServicesContext): Resolvers {
  const { database, publicUrl } = means.devices
  const agentKeys = perContext(() =>
    createBatchLoader((ids: readonly DeviceId[]) => keysOfDevices(database.queries, ids)),
  )
  const newCode = async (accountId: AccountId, args: UserRegistrationCodeArgs, context: Context) => {
    const actor = requireActor(context)
    const services = orRefuse(parseWantedServices(args.services ?? []))
    const request = { ...args, accountId, services, tags: args.tags ?? [] }
    return orRefuse(await makeRegistration(means.devices, actor, request))
  }
  const restoreCode = async (device: SeenDevice, context: Context) => {
    const agentKey = await agentKeys(context).load(device.id)
    if (agentKey === undefined) throw new Error(`the device ${device.id} has no agent`)
    return orRefuse(makeRestoreCode(means.devices, requireActor(context), { ...device, agentKey }))
  }
  return {
    User: {
      registrationCode: ({ id }, args, context) => newCode(id, args, context),
      registrationCommand: async ({ id }, { template, ...args }, context) => {
        // Before a code is made for nothing.
        const write = typeof template === 'string' ? orRefuse(parseTemplateArgument(template)) : undefined
        const code = await newCode(id, args, context)
        return write === undefined ? registrationCommand(publicUrl, code) : write(code)
      },
    },
    Device: {
      restoreCode: (device, _args, context) => restoreCode(device, context),
      restoreCommand: async (device, _args, context) =>
        registrationCommand(publicUrl, await restoreCode(device, context)),
    },
    Mutation: {
      deleteDevice: async (_parent, { deviceId: text, force }, context) => {
        const deviceId = orRefuse(parseDeviceId(text))
        return orRefuse(await deleteDevice(means.devices, requireActor(context), { deviceId, force: force ?? false }))
      },
      deleteDevices: async (_parent, { deviceId }, context) => {
        orRefuse(await deleteDevices(means.devices, requireActor(context), deviceId ?? []))
        return true
      },
      claimDevice: async (_parent, { code, accountId: text }, context) => {
        const actor = requireActor(context)
        const accountId = accountArgument(actor, text)
        const request = { code, accountId, source: context.source ?? '' }
        const { id } = orRefuse(await claimDevice(means, actor, request))
        const device = await seeDevice(database.queries, actor, id)
        if (device === undefined) throw new Error(`the device ${id} is gone that was just claimed`)
        return showDevice(device)
      },
    },
  }
}

function parseTemplateArgument(template: string): Result<(code: string) => string, Refusal> {
  const parsed = parseTemplate(template)
  return parsed.ok ? parsed : refuse({ code: 'INVALID', message: templateRefusalMessages[parsed.refusal] })
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
