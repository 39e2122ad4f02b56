// Finds a service whose place in a network the actor wants to change, and holds its device until the transaction ends.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import { seeDeviceForUpdate, unseen, type SeenDevice } from '#domains/devices'
import { findService, type Service } from '#domains/services'
import type { Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import type { SeenNetwork } from '../network.ts'
import { networkPolicy } from '../network-policy.ts'

export async function serviceForNetwork(
  tx: Tx,
  actor: Actor,
  network: SeenNetwork,
  id: ServiceId,
): Promise<Result<{ service: Service; device: SeenDevice }, Refusal>> {
  const found = await findService(tx, id)
  const device = found && (await seeDeviceForUpdate(tx, actor, found.deviceId))
  // Once more: it may have gone, or become another account's, while the device was held by another.
  const service = device && (await findService(tx, id))
  if (device === undefined || service === undefined) return refuse(unseen('service', id))
  const verdict = networkPolicy.changeService(actor, network, { service, device })
  if (verdict.allowed) return accept({ service, device })
  return refuse(verdict.code === 'unseen' ? unseen('service', id) : { code: 'FORBIDDEN', message: verdict.reason })
}
