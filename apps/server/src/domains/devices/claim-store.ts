// The SQL of agents that wait to be claimed.

import { sql, type Selectable } from 'kysely'
import type { Claims } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'

/** An agent that belongs to nobody yet, with what it tells of itself. */
export interface Claim {
  readonly agentKey: string
  readonly code: string
  readonly source: string
  readonly hostname: string
  readonly platform: number
  readonly hardwareId: string | undefined
  readonly agentVersion: string
  readonly internalAddress: string | undefined
  readonly expiresAt: Date
}

function toClaim(row: Selectable<Claims>): Claim {
  return {
    agentKey: row.agent_key,
    code: row.code,
    source: row.source,
    hostname: row.hostname,
    platform: row.platform,
    hardwareId: row.hardware_id ?? undefined,
    agentVersion: row.agent_version,
    internalAddress: row.internal_address ?? undefined,
    expiresAt: row.expires_at,
  }
}

export async function findClaimOfAgent(tx: Tx, agentKey: string): Promise<Claim | undefined> {
  const row = await tx.selectFrom('claims').selectAll().where('agent_key', '=', agentKey).forUpdate().executeTakeFirst()
  return row && toClaim(row)
}

export async function countClaimsOfSource(queries: Queries, source: string, now: Date): Promise<number> {
  const row = await queries
    .selectFrom('claims')
    .select(sql<string>`count(*)`.as('count'))
    .where('source', '=', source)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function isClaimOpen(queries: Queries, code: string, now: Date): Promise<boolean> {
  const open = queries.selectFrom('claims').select('code').where('code', '=', code).where('expires_at', '>', now)
  return (await open.executeTakeFirst()) !== undefined
}

/** In the place of an older one of the same agent. */
export async function saveClaim(tx: Tx, claim: Claim): Promise<void> {
  const row = {
    agent_key: claim.agentKey,
    code: claim.code,
    source: claim.source,
    hostname: claim.hostname,
    platform: claim.platform,
    hardware_id: claim.hardwareId ?? null,
    agent_version: claim.agentVersion,
    internal_address: claim.internalAddress ?? null,
    expires_at: claim.expiresAt,
  }
  await tx
    .insertInto('claims')
    .values(row)
    .onConflict((conflict) => conflict.column('agent_key').doUpdateSet(row))
    .execute()
}

export async function removeClaims(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('claims').where('code', '=', code).execute()
}

/** Uses the code up; undefined when it is unknown or has expired. */
export async function takeClaim(tx: Tx, code: string, now: Date): Promise<Claim | undefined> {
  const row = await tx
    .deleteFrom('claims')
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row && toClaim(row)
}

export async function deleteExpiredClaims(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('claims').where('expires_at', '<', now).execute()
}
