// Takes a connection through a proxy port from one state to the next, with all that follows from it in the same transaction.

import type { ConnectionId } from '@farport/vocabulary'
import { afterCommit, type Tx } from '#platform/database'
import { advance, type ConnectionEvent, type ConnectionProgress, type ProxyConnection } from '../connection.ts'
import { deleteConnectionRow, saveProgress } from '../connection-store.ts'
import type { ConnectionsContext, ConnectionUsage } from '../context.ts'

/** Whoever waits for the connection hears of every change of its state here. */
export const channelOfConnection = (id: ConnectionId): string => `connection:${id}`

export async function moveConnection(
  context: ConnectionsContext,
  tx: Tx,
  connection: ProxyConnection,
  happened: ConnectionEvent,
  usage?: ConnectionUsage,
): Promise<ConnectionProgress> {
  const progress = advance(connection.progress, happened)
  if (progress === connection.progress) return progress
  if (progress.state === 'closed') {
    await deleteConnectionRow(tx, connection)
    for (const watcher of context.watchers) {
      await watcher.connectionIsClosed(tx, connection, { end: progress.end, usage })
    }
  } else {
    await saveProgress(tx, connection, progress)
    if (connection.progress.state === 'opening' && progress.state === 'open') {
      for (const watcher of context.watchers) await watcher.connectionIsOpened(tx, { ...connection, progress }, {})
    }
  }
  afterCommit(tx, () => context.bus.publish(channelOfConnection(connection.id), { state: progress.state }))
  return progress
}

/** Tells the relay to close the port, once the transaction is committed. */
export function orderClose(context: ConnectionsContext, tx: Tx, connection: ProxyConnection): void {
  const { relayId, id } = connection
  afterCommit(tx, () => context.relays.closeProxy({ relayId, connectionId: id }))
}
