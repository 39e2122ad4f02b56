// Whether several devices may be deleted together: all of them, or none.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { actsFor, type Actor } from '../../access/index.ts'
import type { SeenDevice } from './device.ts'
import { devicePolicy } from './device-policy.ts'
import { shownId } from './device-refusal.ts'

export const deletedTogetherMax = 1000

export const tooManyMessage = 'At most 1,000 devices can be deleted at once.'

/** `devices`: those of the wanted ones that exist, by their ids. The first that stands in the way is told. */
export function decideDeleteMany(
  actor: Actor,
  wanted: readonly string[],
  devices: ReadonlyMap<string, SeenDevice>,
): Result<SeenDevice[], Refusal> {
  const found: SeenDevice[] = []
  for (const id of wanted) {
    const device = devices.get(id)
    if (device === undefined || !devicePolicy.view(actor, device).allowed) return refuse(notFound(id))
    const refusal = standsInTheWay(actor, device)
    if (refusal !== undefined) return refuse(refusal)
    found.push(device)
  }
  return accept(found)
}

function standsInTheWay(actor: Actor, device: SeenDevice): Refusal | undefined {
  const { name } = device
  if (!actsFor(actor, device.accountId)) {
    return {
      code: 'FORBIDDEN',
      message: `You cannot delete a shared device. Deselect or leave "${name}" and try again.`,
    }
  }
  if (device.isOnline) {
    return { code: 'CONFLICT', message: `You cannot delete an online device. Deselect "${name}" and try again.` }
  }
  if (devicePolicy.delete(actor, device).allowed) return undefined
  return {
    code: 'FORBIDDEN',
    message: `You do not have permission to delete a device. Deselect "${name}" and try again.`,
  }
}

function notFound(id: string): Refusal {
  return { code: 'NOT_FOUND', message: `A device id could not be found. Deselect ${shownId(id)} and try again.` }
}
