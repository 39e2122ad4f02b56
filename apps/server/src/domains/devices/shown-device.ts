// A device as the API shows it. What follows from the device alone is written down with it: a resolver for each such field
// of each device in a list costs more than the row.

import type { AccountId, DeviceState } from '@farport/vocabulary'
import { stateOf, type SeenDevice } from './device.ts'
import type { Quality } from './quality.ts'

interface ShownFields {
  readonly owner: { readonly id: AccountId }
  readonly state: DeviceState
  readonly version: string | null
  readonly created: Date
  readonly lastReported: Date | null
  readonly license: string
  readonly configurable: boolean
  readonly scriptable: boolean
  readonly endpoint: ShownEndpoint
}

interface ShownEndpoint {
  readonly onlineSince: Date | null
  readonly offlineSince: Date | null
  readonly externalAddress: string | null
  readonly internalAddress: string | null
  readonly availability: number | null
  readonly instability: number | null
  readonly quality: Quality
}

export type ShownDevice = SeenDevice & ShownFields

export function showDevice<Device extends SeenDevice>(device: Device): Device & ShownFields {
  return {
    ...device,
    owner: { id: device.accountId },
    state: stateOf(device),
    version: device.agentVersion ?? null,
    created: device.createdAt,
    lastReported: device.reportedAt ?? null,
    license: 'LICENSED',
    // Both mean that the agent can be told what to do: all of ours can, once they have been seen.
    configurable: device.agentVersion !== undefined,
    scriptable: false,
    endpoint: {
      onlineSince: device.onlineSince ?? null,
      offlineSince: device.offlineSince ?? null,
      externalAddress: device.externalAddress ?? null,
      internalAddress: device.internalAddress ?? null,
      availability: device.availability ?? null,
      instability: device.instability ?? null,
      quality: device.quality,
    },
  }
}
