// Keeps shares true when what they are of goes: a service, or a whole device to another account.

import type { DeviceWatcher } from '#domains/devices'
import type { ServiceWatcher } from '#domains/services'
import type { SharingContext } from '../context.ts'
import { withoutServices } from '../share.ts'
import { deviceShared } from '../share-events.ts'
import { deleteShares, sharesNaming } from '../share-store.ts'
import { applyShareChanges, type ChangedShare } from './apply-share-changes.ts'

export function shareKeeper(context: SharingContext): DeviceWatcher & ServiceWatcher {
  const { events, accessChanges } = context.services.devices
  return {
    async serviceIsRemoved(tx, service, device) {
      const shares = await sharesNaming(tx, device, service.id)
      const changes = shares.flatMap((share): ChangedShare[] => {
        const changed = withoutServices(share, [service.id])
        return changed.change === 'none' ? [] : [{ userId: share.userId, ...changed }]
      })
      await applyShareChanges(context, tx, device, { changes })
    },
    async deviceIsTransferred(tx, device) {
      const { accountId } = device
      const users = await deleteShares(tx, device)
      if (users.length === 0) return
      await events.announce(tx, deviceShared(device, { action: 'remove', users }))
      await accessChanges.announce(tx, { accountId, userIds: users })
    },
  }
}
