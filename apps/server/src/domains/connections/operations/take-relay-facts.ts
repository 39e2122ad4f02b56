// What relays tell of the ports they opened, refused and closed.

import type { ProxyEnd } from '@farport/protocol'
import type { ConnectionId, RelayId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { ProxyConnection } from '../connection.ts'
import { findConnectionForUpdate } from '../connection-store.ts'
import type { ConnectionsContext, ConnectionUsage } from '../context.ts'
import { moveConnection } from './move-connection.ts'

export async function takeProxyOpened(
  context: ConnectionsContext,
  relayId: RelayId,
  fact: { connectionId: ConnectionId; host: string; port: number },
): Promise<void> {
  const progress = await withConnection(context, relayId, fact.connectionId, (tx, connection) => {
    return moveConnection(context, tx, connection, {
      event: 'opened',
      at: now(context),
      host: fact.host,
      port: fact.port,
    })
  })
  // A port that nobody wants, or not any more, must not stay open.
  if (progress?.state !== 'open') context.relays.closeProxy({ relayId, connectionId: fact.connectionId })
}

export async function takeOrderRefused(
  context: ConnectionsContext,
  relayId: RelayId,
  fact: { connectionId: ConnectionId; isAgentAway: boolean },
): Promise<void> {
  await withConnection(context, relayId, fact.connectionId, (tx, connection) =>
    moveConnection(context, tx, connection, { event: 'refused', at: now(context), isAgentAway: fact.isAgentAway }),
  )
}

export async function takeProxyClosed(
  context: ConnectionsContext,
  relayId: RelayId,
  fact: { connectionId: ConnectionId; end: ProxyEnd; usage: ConnectionUsage },
): Promise<void> {
  await withConnection(context, relayId, fact.connectionId, (tx, connection) =>
    moveConnection(context, tx, connection, { event: 'closed', at: now(context), end: fact.end }, fact.usage),
  )
}

const now = (context: ConnectionsContext) => new Date(context.services.devices.clock.now())

/** Only for a connection of this relay: what another says about it means nothing. */
async function withConnection<Answer>(
  context: ConnectionsContext,
  relayId: RelayId,
  id: ConnectionId,
  act: (tx: Tx, connection: ProxyConnection) => Promise<Answer>,
): Promise<Answer | undefined> {
  return context.services.devices.database.transaction(async (tx) => {
    const connection = await findConnectionForUpdate(tx, id)
    return connection?.kind === 'proxy' && connection.relayId === relayId ? act(tx, connection) : undefined
  })
}
