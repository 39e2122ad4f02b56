// A device: something that runs an agent, as the rest of the server sees it.

import type { AccountId, Attributes, DeviceId, DeviceState, RelayId } from '@farport/vocabulary'
import type { ResourceFacts } from '../../access/index.ts'
import type { Quality } from './quality.ts'

export interface Device {
  readonly id: DeviceId
  readonly accountId: AccountId
  readonly name: string
  readonly platform: number
  readonly hardwareId: string | undefined
  readonly attributes: Attributes
  /** Goes up with every change of what the agent has to do. */
  readonly revision: number
  readonly createdAt: Date
  readonly isOnline: boolean
  /** Where its agent is, or was last. */
  readonly relayId: RelayId | undefined
  readonly onlineSince: Date | undefined
  readonly offlineSince: Date | undefined
  readonly reportedAt: Date | undefined
  readonly externalAddress: string | undefined
  readonly internalAddress: string | undefined
  readonly agentVersion: string | undefined
  /** The share of the last thirty days that it was online, 0 to 1, as of its last look. */
  readonly availability: number | undefined
  /** How often it went offline per day of them. */
  readonly instability: number | undefined
  readonly quality: Quality
}

export const stateOf = (device: { readonly isOnline: boolean }): DeviceState =>
  device.isOnline ? 'active' : 'inactive'

/** A device as somebody stands to it: with the facts that their permissions on it are decided by. */
export type SeenDevice = Device & ResourceFacts
