// Takes a batch of a relay's facts about agents: who is there, and who has gone.

import type { AccountId, DeviceId, RelayId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { DevicesContext, DeviceStateChange } from '../context.ts'
import { applyPresence, type PresenceFact } from '../presence.ts'
import { findMovedDevices, lockPresence, savePresence, type PresenceRow } from '../presence-store.ts'
import { deletedMessage } from './delete-device.ts'
import { tellStateChanges } from './tell-state-changes.ts'

export interface AgentFact extends Omit<PresenceFact, 'relayId'> {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
}

export interface PresenceBatch {
  readonly relayId: RelayId
  /** The part of a snapshot, which repeats what was true before. */
  readonly isSnapshot: boolean
  /** When it was told; by now it may have waited for its turn. */
  readonly toldAtMs: number
  readonly agents: readonly AgentFact[]
}

/** How long after a change its nudge may have been lost, so that it is given again to an agent that comes. */
const nudgeAgainMs = 15 * 60_000

/** Those that came online with this batch. */
export async function applyPresenceFacts(context: DevicesContext, batch: PresenceBatch): Promise<DeviceId[]> {
  const facts = lastFactOfEach(batch.agents)
  const { known, came } = await context.database.transaction((tx) => applyInTransaction(context, tx, batch, facts))
  for (const fact of facts.values()) {
    if (fact.isOnline) greet(context, batch.relayId, fact, known.get(fact.deviceId))
  }
  return came
}

type ChangedRow = PresenceRow & { readonly outcome: string }

async function applyInTransaction(
  context: DevicesContext,
  tx: Tx,
  batch: PresenceBatch,
  facts: ReadonlyMap<DeviceId, AgentFact>,
): Promise<{ known: Map<DeviceId, PresenceRow>; came: DeviceId[] }> {
  const rows = await lockKnown(tx, facts)
  const changed = rows.flatMap((row) => changedBy(row, facts.get(row.deviceId), batch, context.clock.now()))
  await savePresence(tx, changed, new Date(batch.toldAtMs))
  const news = changed.filter((row) => row.outcome !== 'confirmed')
  await tellStateChanges(context, tx, news.map(toStateChange))
  return {
    known: new Map(rows.map((row) => [row.deviceId, row])),
    came: news.filter((row) => row.presence.isOnline).map((row) => row.deviceId),
  }
}

/** A device that has moved to another account since its agent entered is found there. */
async function lockKnown(tx: Tx, facts: ReadonlyMap<DeviceId, AgentFact>): Promise<PresenceRow[]> {
  const rows = await lockPresence(tx, [...facts.values()])
  if (rows.length === facts.size) return rows
  const found = new Set(rows.map((row) => row.deviceId))
  const moved = await findMovedDevices(
    tx,
    [...facts.keys()].filter((id) => !found.has(id)),
  )
  return moved.length === 0 ? rows : [...rows, ...(await lockPresence(tx, moved))]
}

function changedBy(
  row: PresenceRow,
  fact: AgentFact | undefined,
  { relayId, isSnapshot }: PresenceBatch,
  nowMs: number,
): ChangedRow[] {
  if (fact === undefined) return []
  const applied = applyPresence(row.presence, { ...fact, relayId }, { isSnapshot, nowMs })
  return applied.outcome === 'ignored' ? [] : [{ ...row, presence: applied.presence, outcome: applied.outcome }]
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

/** Of two facts about one device in a batch, the later one counts: a relay tells them in their order. */
function lastFactOfEach(agents: readonly AgentFact[]): Map<DeviceId, AgentFact> {
  return new Map(agents.map((fact) => [fact.deviceId, fact]))
}

function toStateChange({ presence, ...row }: PresenceRow): DeviceStateChange {
  const { isOnline, onlineSince, offlineSince, factAt } = presence
  const since = isOnline ? onlineSince : offlineSince
  return { ...row, isOnline, at: new Date(since ?? factAt) }
}
