// What happens to connect links when their services and devices change: relays are told, and links that must not go
// along are removed.

import type { DeviceWatcher } from '#domains/devices'
import type { Service, ServiceWatcher } from '#domains/services'
import type { Tx } from '#platform/database'
import { needsPort } from '../connect-link.ts'
import { deleteLinksOfDevice, findLink, saveLink } from '../connect-link-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { orderLinks } from './order-links.ts'
import { takeLinkPort } from './take-link-port.ts'

export function linkKeeper(context: ConnectionsContext): DeviceWatcher & ServiceWatcher {
  return {
    async serviceIsChanged(tx, service) {
      await orderLinks(context, tx, { serviceIds: [service.id] })
      await adaptPort(context, tx, service)
    },
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

/**
 * The link of a web page has no port and that of any other service has one, also when the service has become the other.
 * Where no port is left the link is not served until one is, and somebody sets it.
 */
async function adaptPort(context: ConnectionsContext, tx: Tx, service: Service): Promise<void> {
  const link = await findLink(tx, service)
  if (link === undefined || needsPort(service) === (link.port !== undefined)) return
  await saveLink(tx, { ...link, port: needsPort(service) ? await takeLinkPort(context, tx) : undefined })
}
