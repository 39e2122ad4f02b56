// The ticket that lets a relay open a port for a connection, and streams from it to one service.

import type { ProxyClaims } from '@farport/protocol'
import type { TransportProtocol } from '@farport/vocabulary'
import type { ProxyConnection } from './connection.ts'
import { parseHostRule } from './host-rule.ts'

/** The relay is the session's initiating end; the device's agent is the other. */
export function proxyClaimsOf(
  connection: ProxyConnection,
  keys: { relayKey: string; agentKey: string },
  protocol: TransportProtocol,
): ProxyClaims {
  const allowed = parseHostRule(connection.hostRule)
  if (!allowed.ok) throw new Error(`the connection ${connection.id} was stored with a rule that is none`)
  return {
    purpose: 'proxy',
    connectionId: connection.id,
    accountId: connection.accountId,
    deviceId: connection.deviceId,
    serviceId: connection.serviceId,
    relayId: connection.relayId,
    initiatorKey: keys.relayKey,
    agentKey: keys.agentKey,
    allowed: allowed.value.rule,
    // TCP goes without saying.
    ...(protocol === 'UDP' && { protocol }),
    idleTimeoutMs: connection.idleTimeoutMs,
    expiresAt: connection.expiresAt.getTime(),
  }
}
