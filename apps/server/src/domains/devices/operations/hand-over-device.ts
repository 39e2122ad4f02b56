// Hands a device over to another account, in the caller's transaction. Who asks for it was judged before.

import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { deviceTransferred } from '../device-events.ts'
import { moveDeviceRow } from '../device-store.ts'
import { freeName } from './add-device.ts'
import { reviseDevice } from './revise-device.ts'

/** The device as it stands in its new account, under a name that is free there. */
export async function handOverDevice(
  context: DevicesContext,
  tx: Tx,
  device: Device,
  change: { to: AccountId; actorId: AccountId },
): Promise<Device> {
  const { to, actorId } = change
  for (const watcher of context.watchers) await watcher.deviceIsTransferred?.(tx, device, to)
  const name = await freeName(tx, to, device.name)
  await moveDeviceRow(tx, device, { accountId: to, name })
  const moved: Device = { ...device, accountId: to, name }
  await context.events.announce(tx, ...deviceTransferred(device, to, actorId))
  // Its agent learns whose it is.
  await reviseDevice(context, tx, moved)
  return moved
}
