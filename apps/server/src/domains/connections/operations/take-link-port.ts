// Allots a port to a connect link.

import type { Tx } from '#platform/database'
import { freeLinkPort } from '../connect-link-store.ts'
import type { ConnectionsContext } from '../context.ts'

/** Undefined when none is left. */
export async function takeLinkPort(context: ConnectionsContext, tx: Tx): Promise<number | undefined> {
  const [high = 0, low = 0] = context.services.devices.randomBytes(2)
  return freeLinkPort(tx, (high * 256 + low) / 65_536)
}
