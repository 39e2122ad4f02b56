// The service that somebody wants to connect to, with its device, when they may: before, and once more within the
// transaction that writes the connection.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, DeviceId, ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { deniedRefusal, holdDevices, seeDevice, unseen, type SeenDevice } from '#domains/devices'
import { findService, servicePolicy, type Service } from '#domains/services'
import type { Queries, Tx } from '#platform/database'

export const connectFailedMessage = 'An error occurred connecting. Please ensure that the device is online.'
export const offline: Refusal = { code: 'OFFLINE', message: connectFailedMessage }
export const unavailable: Refusal = { code: 'UNAVAILABLE', message: connectFailedMessage }

export interface ConnectTarget {
  readonly service: Service
  readonly device: SeenDevice
}

export async function serviceToConnect(
  queries: Queries,
  actor: Actor,
  serviceId: ServiceId,
): Promise<Result<ConnectTarget, Refusal>> {
  const service = await findService(queries, serviceId)
  const device = service && (await seeDevice(queries, actor, service.deviceId))
  if (service === undefined || device === undefined) return refuse(unseen('service', serviceId))
  return judge(actor, { service, device })
}

/** With the device held: whoever deletes it or hands it over cuts what was there by then, and no more. */
export async function heldServiceToConnect(
  tx: Tx,
  actor: Actor,
  wanted: { accountId: AccountId; deviceId: DeviceId; serviceId: ServiceId },
): Promise<Result<ConnectTarget, Refusal>> {
  const [device] = await holdDevices(tx, actor, [wanted.deviceId])
  const service = await findService(tx, wanted.serviceId)
  if (device?.accountId !== wanted.accountId || service === undefined) {
    return refuse(unseen('service', wanted.serviceId))
  }
  return judge(actor, { service, device })
}

function judge(actor: Actor, target: ConnectTarget): Result<ConnectTarget, Refusal> {
  const { service, device } = target
  const verdict = servicePolicy.connect(actor, service, device)
  if (verdict.allowed) return accept(target)
  const isOffline = verdict.code === 'offline' && service.enabled
  return refuse(isOffline ? offline : deniedRefusal(verdict, 'service', service.id))
}
