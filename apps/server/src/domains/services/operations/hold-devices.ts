// Devices by their own ids or by those of services on them, which stay until the transaction ends: all of them, or a
// refusal for the first that the actor does not see.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId, ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { devicePolicy, holdDevices, unseen, type SeenDevice } from '#domains/devices'
import type { Tx } from '#platform/database'
import type { Service } from '../service.ts'
import { servicePolicy } from '../service-policy.ts'
import { findServices } from '../service-store.ts'
import { parseTarget, type Target } from '../target.ts'

/** Each device once. A fixed number of queries, however many they are. */
export async function holdDevicesOf(
  tx: Tx,
  actor: Actor,
  texts: readonly string[],
): Promise<Result<SeenDevice[], Refusal>> {
  const targets: Target[] = []
  for (const text of texts) {
    const target = parseTarget(text)
    if (!target.ok) return target
    targets.push(target.value)
  }
  const services = await servicesById(tx, targets)
  const deviceIdOf = (target: Target) => (target.kind === 'device' ? target.id : services.get(target.id)?.deviceId)
  const deviceIds = [...new Set(targets.flatMap((target) => deviceIdOf(target) ?? []))]
  const devices = new Map((await holdDevices(tx, actor, deviceIds)).map((device) => [device.id, device]))
  const held = new Set<SeenDevice>()
  for (const target of targets) {
    const device = find(devices, deviceIdOf(target))
    const isSeen =
      device !== undefined &&
      (target.kind === 'device'
        ? devicePolicy.view(actor, device).allowed
        : servicePolicy.view(actor, target, device).allowed)
    if (!isSeen) return refuse(unseen(target.kind, target.id))
    held.add(device)
  }
  return accept([...held])
}

async function servicesById(tx: Tx, targets: readonly Target[]): Promise<Map<ServiceId, Service>> {
  const ids = targets.flatMap((target) => (target.kind === 'service' ? target.id : []))
  const found = ids.length === 0 ? [] : await findServices(tx, ids)
  return new Map(found.map((service) => [service.id, service]))
}

const find = (devices: ReadonlyMap<DeviceId, SeenDevice>, id: DeviceId | undefined) =>
  id === undefined ? undefined : devices.get(id)
