// Ends connections of any kind before their time, in the transaction of what ends them: a relay is told to close the port
// of a proxy; agent and initiator of a peer are told to cut its streams.

import type { ProxyEnd } from '@farport/protocol'
import type { DeviceId, RelayId } from '@farport/vocabulary'
import { findDevices } from '#domains/devices'
import { afterCommit, type Tx } from '#platform/database'
import type { Connection } from '../connection.ts'
import { saveProgress } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import type { PeerConnection } from '../peer.ts'
import { channelOfConnection, moveConnection, orderClose } from './move-connection.ts'

export interface Ending {
  readonly end: ProxyEnd
  /** What a relay would still tell of a proxy is not waited for. */
  readonly isAtOnce?: boolean
}

export async function endConnections(
  context: ConnectionsContext,
  tx: Tx,
  connections: readonly Connection[],
  { end, isAtOnce = false }: Ending,
): Promise<void> {
  const at = new Date(context.services.devices.clock.now())
  const relayOf = await relaysOfDevices(tx, connections)
  for (const connection of connections) {
    if (connection.kind === 'peer') {
      await endPeer(context, tx, connection, { at, end, relayNow: relayOf.get(connection.deviceId) })
    } else {
      await moveConnection(context, tx, connection, { event: isAtOnce ? 'closed' : 'close-asked', at, end })
      orderClose(context, tx, connection)
    }
  }
}

async function relaysOfDevices(
  tx: Tx,
  connections: readonly Connection[],
): Promise<ReadonlyMap<DeviceId, RelayId | undefined>> {
  const ids = new Set(connections.flatMap(({ kind, deviceId }) => (kind === 'peer' ? [deviceId] : [])))
  if (ids.size === 0) return new Map()
  const devices = await findDevices(tx, [...ids])
  return new Map(devices.map((device) => [device.id, device.relayId]))
}

async function endPeer(
  context: ConnectionsContext,
  tx: Tx,
  peer: PeerConnection,
  how: { at: Date; end: ProxyEnd; relayNow: RelayId | undefined },
): Promise<void> {
  if (peer.progress.state === 'closing') return
  const { at, end, relayNow } = how
  await saveProgress(tx, peer, { state: 'closing', at, end })
  for (const watcher of context.watchers) await watcher.connectionIsClosed(tx, peer, { end, usage: undefined })
  const { id: connectionId, deviceId } = peer
  afterCommit(tx, () => {
    context.bus.publish(channelOfConnection(connectionId), { state: 'closing' })
    // The agent is where it is now; the initiator may still be where it met the agent.
    for (const relayId of new Set([relayNow, peer.relayId])) {
      if (relayId !== undefined) context.relays.cutConnection({ relayId, deviceId, connectionId })
    }
  })
}
