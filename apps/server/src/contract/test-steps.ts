// For tests: what the documents of the contract's clients are asked with, and what their answers have to be.

import type { RefusalCode } from '@farport/contract'
import { expect } from 'vitest'
import type { FleetDevice } from '../test-fleet.ts'

export interface World {
  ownerId: string
  friendEmail: string
  heirEmail: string
  /** An organization in which the owner is a member. */
  partnerId: string
  device: FleetDevice
  serviceId: string
  toTransfer: FleetDevice
  toDelete: FleetDevice
  toDeleteToo: readonly FleetDevice[]
  /** Shared with the owner. */
  sharedDevice: FleetDevice
  /** Ids that answers had and later steps need. */
  kept: Record<string, string>
}

export interface Step {
  name: string
  variables?: (world: World) => Record<string, unknown>
  /** What the data has to match; or the code that it is refused with. */
  answer: ((world: World) => unknown) | RefusalCode
  /** The name under which the `id` (or `key`) of the only root field is kept. */
  keepAs?: string
}

export const account = (world: World) => ({ accountId: world.ownerId })
export const service = (world: World) => ({ serviceId: world.serviceId })
export const isTrue = (field: string) => () => ({ [field]: true })
export const anId = expect.stringMatching(/^[a-z]-[0-9a-z]{16}$/) as unknown
export const aCode = expect.stringMatching(/^\S{8,}$/) as unknown
export const aLink = expect.stringMatching(/^https?:\/\/\S+\.csv/) as unknown
export const aCommand = expect.stringContaining('http') as unknown
export const numbers = (length: number) => Array.from({ length }, () => expect.any(Number) as unknown)
export const oneWith = (entry: object) => expect.arrayContaining([expect.objectContaining(entry)]) as unknown
