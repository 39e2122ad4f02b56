// A guest: somebody of another account, with whom devices or networks of this one are shared.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId, DeviceId, NetworkId } from '@farport/vocabulary'

export interface Guest {
  readonly userId: AccountId
  readonly deviceCount: number
  /** The first of them. */
  readonly deviceIds: readonly DeviceId[]
  readonly networkCount: number
  /** The first of them. */
  readonly networkIds: readonly NetworkId[]
}

export interface GuestPage {
  readonly accountId: AccountId
  readonly from: number
  readonly size: number
  /** How many devices, and how many networks, are listed of each guest. */
  readonly thingsMax: number
}

export interface GuestWish {
  readonly from?: number | null | undefined
  readonly size?: number | null | undefined
}

const sizeMax = 100
const thingsMax = 1000

/** The refusal is the sentence for the person. */
export function parseGuestPage(accountId: AccountId, wish: GuestWish): Result<GuestPage, string> {
  const from = wish.from ?? 0
  const size = wish.size ?? sizeMax
  if (from < 0) return refuse('`from` cannot be negative.')
  if (size < 0 || size > sizeMax) return refuse(`\`size\` is 0 to ${sizeMax}.`)
  return accept({ accountId, from, size, thingsMax })
}
