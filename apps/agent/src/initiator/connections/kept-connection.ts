// A connection that outlives this program: where it was bound, and nothing that opens a door. Its ticket is asked for anew.

import { connectionId, host, lanRule, port, type AddressRule } from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'
import { z } from 'zod'
import type { ConnectionRefusal } from './connection-api.ts'

export const keptConnection = z.object({
  serverUrl: z.url({ protocol: /^https?$/ }).max(2048),
  connectionId,
  host,
  port,
  allowed: lanRule.optional(),
})

export interface KeptConnection {
  readonly serverUrl: string
  readonly connectionId: ConnectionId
  readonly host: string
  readonly port: number
  readonly allowed?: AddressRule | undefined
}

/** Whether the server may say something else soon. */
export function isWorthAnotherTry(refusal: ConnectionRefusal): boolean {
  return refusal.kind === 'unreachable' || refusal.code === 'offline' || refusal.code === 'busy'
}
