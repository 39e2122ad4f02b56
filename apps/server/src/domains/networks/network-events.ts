// What networks announce: changes of the network itself, to its guests too, and of the devices of its services.

import type { AccountId } from '@farport/vocabulary'
import { deviceTarget, type Device } from '#domains/devices'
import type { NewEvent } from '#platform/events'
import type { Network } from './network.ts'

/** Beyond it the event of the network stands for them all. */
export const eventsPerChangeMax = 100

interface Circumstances {
  readonly actorId: AccountId
  /** Those who see the network, or did until now, because it is shared with them. */
  readonly guests?: readonly AccountId[]
}

/** Each guest is told by an event of their own, so that none learns of the others. */
export function networkChanged(network: Network, { actorId, guests = [] }: Circumstances): NewEvent[] {
  const { accountId, id, name } = network
  const event = { ...changed, accountId, targets: [{ id, name, ownerId: accountId }] }
  return [{ ...event, actorId }, ...guests.map((guest) => ({ ...event, accountId: guest }))]
}

/** The network, and each device of which services came or went. */
export function servicesChanged(network: Network, devices: readonly Device[], how: Circumstances): NewEvent[] {
  const { actorId } = how
  const touched = devices.length > eventsPerChangeMax ? [] : devices
  return [
    ...networkChanged(network, how),
    ...touched.map((device) => ({
      ...changed,
      accountId: device.accountId,
      actorId,
      deviceId: device.id,
      targets: [deviceTarget(device)],
    })),
  ]
}

const changed = { type: 'DEVICE_REFRESH', action: 'network-changed' } as const
