// Whom something may be shared with, or handed to: others.

import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'

interface Person {
  readonly id: AccountId
  readonly email: string
}

/** `known`: the accounts among the addresses of a call. */
export function refuseOwnAddresses(
  known: readonly Person[],
  facts: { readonly viewerId: AccountId; readonly ownerId: AccountId },
): Refusal | undefined {
  if (known.some((person) => person.id === facts.viewerId)) return ownAddress
  const owner = known.find((person) => person.id === facts.ownerId)
  return owner && { code: 'INVALID', message: `It belongs to ${owner.email} already.` }
}

const ownAddress: Refusal = { code: 'INVALID', message: 'You cannot share with yourself.' }

export const tooManyGuests: Refusal = {
  code: 'LIMIT_EXCEEDED',
  message: 'A device or a network is shared with at most 1,000 people.',
}

/** Whether the people of a call are the viewer alone, who then leaves. */
export const leavesOnly = (people: readonly AccountId[], viewerId: AccountId): boolean =>
  people.length === 1 && people[0] === viewerId

export const byNetworkOnly: Refusal = {
  code: 'FORBIDDEN',
  message: 'This device is shared with you by a network. Leave the network instead.',
}
