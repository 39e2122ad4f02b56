// What organizations announce: somebody was given a licence, or lost it.

import type { AccountId } from '@farport/vocabulary'
import type { NewEvent } from '#platform/events'
import type { Member } from './member.ts'

export function licenseChanged(member: Member, actorId: AccountId): NewEvent {
  const { accountId, userId, isLicensed } = member
  return {
    accountId,
    type: 'LICENSE_UPDATED',
    state: isLicensed ? 'LICENSED' : 'UNLICENSED',
    action: 'update',
    actorId,
    targets: [],
    alsoTo: [userId],
    data: { owner: accountId, users: [userId] },
  }
}
