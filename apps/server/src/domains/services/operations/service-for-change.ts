// Finds a service that the actor wants to change, and holds its device until the transaction ends.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { deniedRefusal, seeDeviceForUpdate, unseen, type SeenDevice } from '#domains/devices'
import type { Tx } from '#platform/database'
import type { Service } from '../service.ts'
import { servicePolicy } from '../service-policy.ts'
import { findService } from '../service-store.ts'

export async function serviceForChange(
  tx: Tx,
  actor: Actor,
  id: ServiceId,
  deed: 'update' | 'remove',
): Promise<Result<{ service: Service; device: SeenDevice }, Refusal>> {
  const found = await findService(tx, id)
  const device = found && (await seeDeviceForUpdate(tx, actor, found.deviceId))
  // Once more: it may have changed while the device was held by another.
  const service = device && (await findService(tx, id))
  if (device === undefined || service === undefined) return refuse(unseen('service', id))
  const verdict = servicePolicy[deed](actor, service, device)
  if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'service', id))
  return accept({ service, device })
}
