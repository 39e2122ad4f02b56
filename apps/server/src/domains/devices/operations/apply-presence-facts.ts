// Takes a batch of a relay's facts about agents: who is there, and who has gone.

import type { AccountId, DeviceId, RelayId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import { deviceStateChanged } from '../device-events.ts'
import { applyPresence, momentOfFact, type Presence } from '../presence.ts'
import { lockPresence, savePresence, type PresenceRow } from '../presence-store.ts'
import { deletedMessage } from './delete-device.ts'

export interface AgentFact {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly isOnline: boolean
  readonly at: number
  readonly externalAddress?: string | undefined
  readonly internalAddress?: string | undefined
  readonly agentVersion?: string | undefined
}

export interface PresenceBatch {
  readonly relayId: RelayId
  /** The part of a snapshot, which repeats what was true before. */
  readonly isSnapshot: boolean
  readonly agents: readonly AgentFact[]
}

/** How long after a change its nudge may have been lost, so that it is given again to an agent that comes. */
const nudgeAgainMs = 15 * 60_000

/** Those that came online with this batch. */
export async function applyPresenceFacts(context: DevicesContext, batch: PresenceBatch): Promise<DeviceId[]> {
  const facts = lastFactOfEach(batch.agents)
  const { known, came } = await context.database.transaction((tx) => applyInTransaction(context, tx, batch, facts))
  for (const fact of facts.values()) {
    const row = known.get(fact.deviceId)
    if (fact.isOnline) greet(context, batch.relayId, fact, row)
  }
  return came
}

async function applyInTransaction(
  context: DevicesContext,
  tx: Tx,
  batch: PresenceBatch,
  facts: ReadonlyMap<DeviceId, AgentFact>,
): Promise<{ known: Map<DeviceId, PresenceRow>; came: DeviceId[] }> {
  const rows = await lockPresence(tx, [...facts.values()])
  const nowMs = context.clock.now()
  const changed: (PresenceRow & { presence: Presence; outcome: string })[] = []
  for (const row of rows) {
    const fact = facts.get(row.deviceId)
    if (fact === undefined) continue
    const at = momentOfFact({ at: fact.at, isSnapshot: batch.isSnapshot }, nowMs)
    const applied = applyPresence(row.presence, { ...fact, relayId: batch.relayId, at })
    if (applied.outcome !== 'ignored') changed.push({ ...row, presence: applied.presence, outcome: applied.outcome })
  }
  await savePresence(tx, changed, new Date(nowMs))
  const news = changed.filter((row) => row.outcome !== 'confirmed')
  await context.events.announce(tx, ...news.map((row) => deviceStateChanged(targetOf(row), row.presence.isOnline)))
  return {
    known: new Map(rows.map((row) => [row.deviceId, row])),
    came: news.filter((row) => row.presence.isOnline).map((row) => row.deviceId),
  }
}

/** An agent whose device is gone is sent away; one that may have missed a change hears of it again. */
function greet(context: DevicesContext, relayId: RelayId, fact: AgentFact, row: PresenceRow | undefined): void {
  const { deviceId } = fact
  if (row === undefined) {
    context.agentOrders.drop({ relayId, deviceId, message: deletedMessage })
    return
  }
  const mayHaveMissed = context.clock.now() - row.revisedAt.getTime() < nudgeAgainMs
  if (mayHaveMissed) context.agentOrders.nudge({ relayId, deviceId, revision: row.revision })
}

/** Of two facts about one device in a batch, the later one counts. */
function lastFactOfEach(agents: readonly AgentFact[]): Map<DeviceId, AgentFact> {
  return new Map(agents.map((fact) => [fact.deviceId, fact]))
}

export function targetOf(row: { accountId: AccountId; deviceId: DeviceId; deviceName: string; platform: number }) {
  return { accountId: row.accountId, id: row.deviceId, name: row.deviceName, platform: row.platform }
}
