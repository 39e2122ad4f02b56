// Writes what has changed in how a device is shared, tells of it, and ends what rested on it.

import type { AccountId } from '@farport/vocabulary'
import type { Device } from '#domains/devices'
import type { Tx } from '#platform/database'
import type { SharingContext } from '../context.ts'
import type { ShareChange } from '../share.ts'
import { deviceShared } from '../share-events.ts'
import { deleteShares, saveShares } from '../share-store.ts'

export type ChangedShare = { readonly userId: AccountId } & Exclude<ShareChange, { change: 'none' }>

/** The device is held. `actorId`: absent when it is the effect of something else. */
export async function applyShareChanges(
  context: SharingContext,
  tx: Tx,
  device: Device,
  { changes, actorId }: { changes: readonly ChangedShare[]; actorId?: AccountId },
): Promise<void> {
  if (changes.length === 0) return
  const { events, clock, accessChanges } = context.services.devices
  const { accountId, id: deviceId } = device
  const createdAt = new Date(clock.now())
  const createdBy = actorId ?? accountId
  await saveShares(
    tx,
    changes.flatMap((one) =>
      one.change === 'remove' ? [] : { ...one.terms, accountId, deviceId, userId: one.userId, createdBy, createdAt },
    ),
  )
  const ended = changes.filter((one) => one.change === 'remove').map((one) => one.userId)
  if (ended.length > 0) await deleteShares(tx, device, ended)
  await events.announce(
    tx,
    ...[...Map.groupBy(changes, kindOf).values()].map((alike) => newsOf(device, alike, actorId)),
  )
  await accessChanges.announce(tx, { accountId, userIds: changes.map((one) => one.userId) })
}

const kindOf = (one: ChangedShare): string =>
  one.change === 'remove' ? 'remove' : `${one.change} ${one.terms.canScript}`

function newsOf(device: Device, alike: readonly ChangedShare[], actorId: AccountId | undefined) {
  const [first] = alike
  if (first === undefined) throw new Error('a group has a first')
  return deviceShared(device, {
    action: first.change,
    users: alike.map((one) => one.userId),
    ...(first.change !== 'remove' && { scripting: first.terms.canScript }),
    ...(actorId !== undefined && { actorId }),
  })
}
