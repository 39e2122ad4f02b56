// Tells a device's agent that it has something else to do, once the transaction is committed.

import { afterCommit, type Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { bumpRevision } from '../device-store.ts'

export async function reviseDevice(context: DevicesContext, tx: Tx, device: Device): Promise<void> {
  const revision = await bumpRevision(tx, device, new Date(context.clock.now()))
  const { relayId, id } = device
  if (relayId === undefined) return
  afterCommit(tx, () => context.agentOrders.nudge({ relayId, deviceId: id, revision }))
}
