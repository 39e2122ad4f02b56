// Takes an agent that shows a claim code as a device of an account, with the services that it begins with.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { Actor } from '../../../access/index.ts'
import { claimAgent, mayClaim, type ClaimByPerson, type Device } from '#domains/devices'
import { violatedConstraint } from '#platform/database'
import type { ServicesContext } from '../context.ts'
import { addFirstServices } from './add-first-services.ts'

/** Two claims that want the same name at one moment: the next look finds what was made. */
const attemptsMax = 10

export async function claimDevice(
  context: ServicesContext,
  actor: Actor,
  request: ClaimByPerson,
): Promise<Result<Device, Refusal>> {
  const code = await mayClaim(context.devices, actor, request)
  if (!code.ok) return code
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await claimOnce(context, actor, { ...request, code: code.value })
    } catch (error) {
      const mayPass = violatedConstraint(error) === 'devices_name_key'
      if (!mayPass || attempt === attemptsMax) throw error
    }
  }
}

async function claimOnce(
  context: ServicesContext,
  actor: Actor,
  request: ClaimByPerson,
): Promise<Result<Device, Refusal>> {
  return context.devices.database.transaction(async (tx) => {
    const claimed = await claimAgent(context.devices, tx, actor, request)
    if (!claimed.ok) return claimed
    const { device, services } = claimed.value
    await addFirstServices(context, tx, device, services)
    return accept(device)
  })
}
