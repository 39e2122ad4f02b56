// All devices of the account with their services, page by page.

import { devicesDocument, type DeviceFacts } from '../../api/documents.ts'
import { ask, type Access } from '../../api/graphql.ts'

const pageSize = 200
/** Beyond this many, a list in a terminal helps nobody: narrow it by name. */
const devicesMax = 10_000

/** `name`: only devices whose name, or a service's name, contains it. */
export async function readDevices(access: Access, name?: string): Promise<DeviceFacts[]> {
  const devices: DeviceFacts[] = []
  const filter = name === undefined ? {} : { name }
  for (let hasMore = true; hasMore && devices.length < devicesMax;) {
    const { login } = await ask(access, devicesDocument, { from: devices.length, size: pageSize, ...filter })
    devices.push(...login.devices.items)
    hasMore = login.devices.hasMore && login.devices.items.length > 0
  }
  return devices
}
