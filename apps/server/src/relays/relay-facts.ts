// What a joined relay tells, turned into the operations that it means.

import type { RelayToServer } from '@farport/protocol'
import type { RelayId } from '@farport/vocabulary'
import {
  answerLink,
  orderLinksOfDevices,
  reopenConnectionsOfDevices,
  takeOrderRefused,
  takeProxyClosed,
  takeProxyOpened,
} from '#domains/connections'
import { applyPresenceFacts } from '#domains/devices'
import { takeProbeAnswer } from '#domains/services'
import { beginLinkVisit, endLinkVisit, takeUsage } from '#domains/sessions'
import type { RelaysContext } from './context.ts'
import { saveSnapshotBegin, saveSnapshotEnd, settleLater } from './relay-store.ts'

export type RelayFact = Exclude<RelayToServer, { type: 'join' | 'heartbeat' }>
type PresenceFact = Extract<RelayFact, { type: 'presence' }>

/**
 * How long after its snapshot a relay's agents may take to come back to it: it may have been restarted, and they must
 * not go offline and online for that. When there are many, it goes on while they come.
 */
const snapshotSettles = { ms: 10_000, sinceLastMs: 5000, afterBeginMsMax: 20_000 }

/** Whose fact it is, and when it came, by our clock. */
export interface FactSource {
  readonly relayId: RelayId
  readonly toldAtMs: number
}

export async function takeFact(context: RelaysContext, source: FactSource, fact: RelayFact): Promise<void> {
  const { connections } = context
  const { relayId } = source
  switch (fact.type) {
    case 'presence':
      return takePresence(context, source, fact)
    case 'usage': {
      const unknown = await takeUsage(context.sessions, relayId, fact.connections)
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
      await takeProxyClosed(connections, relayId, {
        connectionId: fact.usage.connectionId,
        end: fact.end,
        usage: fact.usage,
      })
      return endLinkVisit(context.sessions, fact)
    case 'probe-answer':
      return takeProbeAnswer(connections.services, relayId, fact)
    case 'ask-link':
      return answerLink(connections, relayId, fact.code)
    case 'link-visit':
      return beginLinkVisit(context.sessions, relayId, fact)
  }
}

async function takePresence(context: RelaysContext, source: FactSource, fact: PresenceFact): Promise<void> {
  const { devices, connections } = context
  const { relayId, toldAtMs } = source
  const { queries } = devices.database
  const toldAt = new Date(toldAtMs)
  if (fact.part === 'snapshot-begin') await saveSnapshotBegin(queries, relayId, toldAt)
  const present = fact.agents.filter((agent) => agent.isOnline).map((agent) => agent.deviceId)
  if (fact.agents.length > 0) {
    await applyPresenceFacts(devices, { ...source, isSnapshot: fact.part !== 'change', agents: fact.agents })
    await reopenConnectionsOfDevices(connections, relayId, present)
    await orderLinksOfDevices(connections, relayId, present)
  }
  const settlesIn = (ms: number) => new Date(devices.clock.now() + ms)
  if (fact.part === 'snapshot-end') {
    connections.relays.endLinks({ relayId })
    await saveSnapshotEnd(queries, relayId, { at: toldAt, settlesAt: settlesIn(snapshotSettles.ms) })
  }
  if (fact.part === 'change' && present.length > 0) {
    await settleLater(queries, relayId, {
      settlesAt: settlesIn(snapshotSettles.sinceLastMs),
      afterSnapshotMsMax: snapshotSettles.afterBeginMsMax,
    })
  }
}
