// What a joined relay tells, turned into the operations that it means.

import type { RelayToServer } from '@farport/protocol'
import type { RelayId } from '@farport/vocabulary'
import { reopenConnectionsOfDevices, takeOrderRefused, takeProxyClosed, takeProxyOpened } from '#domains/connections'
import { applyPresenceFacts } from '#domains/devices'
import { takeUsage } from '#domains/sessions'
import type { RelaysContext } from './context.ts'
import { saveSnapshotBegin, saveSnapshotEnd } from './relay-store.ts'

export type RelayFact = Exclude<RelayToServer, { type: 'join' | 'heartbeat' }>
type PresenceFact = Extract<RelayFact, { type: 'presence' }>

/**
 * How long after its snapshot a relay's agents may take to come back to it: it may have been restarted, and they must
 * not go offline and online for that.
 */
export const snapshotSettlesMs = 10_000

export async function takeFact(context: RelaysContext, relayId: RelayId, fact: RelayFact): Promise<void> {
  const { connections } = context
  switch (fact.type) {
    case 'presence':
      return takePresence(context, relayId, fact)
    case 'usage': {
      const unknown = await takeUsage(context.sessions, fact.connections)
      for (const connectionId of unknown) connections.relays.closeProxy({ relayId, connectionId })
      return undefined
    }
    case 'proxy-opened':
      return takeProxyOpened(connections, relayId, fact)
    case 'order-refused':
      context.log.info({ relayId, connectionId: fact.connectionId, why: fact.message }, 'a relay refused an order')
      return takeOrderRefused(connections, relayId, {
        connectionId: fact.connectionId,
        isAgentAway: fact.code === 'offline',
      })
    case 'proxy-closed':
      return takeProxyClosed(connections, relayId, {
        connectionId: fact.usage.connectionId,
        end: fact.end,
        usage: fact.usage,
      })
  }
}

async function takePresence(context: RelaysContext, relayId: RelayId, fact: PresenceFact): Promise<void> {
  const { devices, connections } = context
  const { queries } = devices.database
  const nowMs = devices.clock.now()
  if (fact.part === 'snapshot-begin') await saveSnapshotBegin(queries, relayId, new Date(nowMs))
  if (fact.agents.length > 0) {
    await applyPresenceFacts(devices, { relayId, isSnapshot: fact.part !== 'change', agents: fact.agents })
    const present = fact.agents.filter((agent) => agent.isOnline).map((agent) => agent.deviceId)
    await reopenConnectionsOfDevices(connections, relayId, present)
  }
  if (fact.part === 'snapshot-end') await saveSnapshotEnd(queries, relayId, new Date(nowMs + snapshotSettlesMs))
}
