// Makes an agent's key that of a new device, with its first services; or that of a device that is restored.

import { accept, refuse, type Result } from '@farport/basics'
import type { AgentRefusal, Assignment, EnrolRequest } from '@farport/protocol'
import { enrolDevice, parseRestoreCode, restoreDevice, type Device } from '#domains/devices'
import { addFirstServices } from '#domains/services'
import { violatedConstraint } from '#platform/database'
import type { AgentsContext } from './context.ts'
import { writeAssignment } from './write-assignment.ts'

/** Two codes that want the same name at one moment, or one agent that asks twice: the next look finds what was made. */
const attemptsMax = 10
const collisions = ['devices_name_key', 'agent_keys_pkey']

export async function enrolAgent(
  context: AgentsContext,
  agentKey: string,
  request: EnrolRequest,
): Promise<Result<Assignment, AgentRefusal['code']>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const device = await enrolOnce(context, agentKey, request)
      return device.ok ? accept(await writeAssignment(context, device.value, agentKey)) : device
    } catch (error) {
      const mayPass = collisions.includes(violatedConstraint(error) ?? '')
      if (!mayPass || attempt === attemptsMax) throw error
    }
  }
}

async function enrolOnce(
  { services }: AgentsContext,
  agentKey: string,
  request: EnrolRequest,
): Promise<Result<Device, AgentRefusal['code']>> {
  return services.devices.database.transaction(async (tx) => {
    if (parseRestoreCode(request.code) !== undefined) {
      return restoreDevice(services.devices, tx, { ...request, agentKey })
    }
    const enrolled = await enrolDevice(services.devices, tx, { ...request, agentKey })
    if (!enrolled.ok) return refuse(enrolled.refusal)
    const { value } = enrolled
    if (value.kind === 'new') await addFirstServices(services, tx, value.device, value.services)
    return accept(value.device)
  })
}
