// What happens to connect links when their services and devices change: relays are told, and links that must not go
// along are removed.

import type { DeviceWatcher } from '#domains/devices'
import type { ServiceWatcher } from '#domains/services'
import { deleteLinksOfDevice } from '../connect-link-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { orderLinks } from './order-links.ts'

export function linkKeeper(context: ConnectionsContext): DeviceWatcher & ServiceWatcher {
  return {
    serviceIsChanged: (tx, service) => orderLinks(context, tx, { serviceIds: [service.id] }),
    serviceIsCut: (tx, service) => orderLinks(context, tx, { serviceIds: [service.id] }),
    devicesAreDeleted: (tx, devices) => orderLinks(context, tx, { deviceIds: devices.map(({ id }) => id) }),
    agentIsReplaced: (tx, device) => orderLinks(context, tx, { deviceIds: [device.id] }),
    /** Whoever knows the links of a device would reach it in its new account, too. */
    async deviceIsTransferred(tx, device) {
      await orderLinks(context, tx, { deviceIds: [device.id] })
      await deleteLinksOfDevice(tx, device)
    },
  }
}
