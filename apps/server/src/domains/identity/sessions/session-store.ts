// The SQL of sessions.

import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { accountColumns, toAccount, users } from '../identity-store.ts'
import type { Account } from '../identity.ts'
import type { Rotation } from './session.ts'

export interface StoredSession extends Rotation {
  id: string
  userId: AccountId
  expiresAt: Date
  isRemembered: boolean
  provenAt: Date
  lastActiveAt: Date
  createdAt: Date
  address: string | null
  userAgent: string | null
}

const columns = [
  'session.id as session_id',
  'session.user_id',
  'session.expires_at',
  'session.generation',
  'session.arrived_generation',
  'session.rotated_at',
  'session.is_remembered',
  'session.proven_at',
  'session.last_active_at',
  'session.created_at as begun_at',
  'session.ip_address',
  'session.user_agent',
] as const

interface Row {
  session_id: string
  user_id: string
  expires_at: Date
  generation: number
  arrived_generation: number
  rotated_at: Date
  is_remembered: boolean
  proven_at: Date
  last_active_at: Date
  begun_at: Date
  ip_address: string | null
  user_agent: string | null
}

function toSession(row: Row): StoredSession {
  return {
    id: row.session_id,
    userId: row.user_id as AccountId, // a reference to auth."user"
    expiresAt: row.expires_at,
    generation: row.generation,
    arrivedGeneration: row.arrived_generation,
    rotatedAt: row.rotated_at,
    isRemembered: row.is_remembered,
    provenAt: row.proven_at,
    lastActiveAt: row.last_active_at,
    createdAt: row.begun_at,
    address: row.ip_address,
    userAgent: row.user_agent,
  }
}

/** Undefined when it has ended. */
export async function sessionById(
  queries: Queries,
  id: string,
  now: Date,
): Promise<{ session: StoredSession; account: Account } | undefined> {
  const row = await users(queries)
    .innerJoin('auth.session as session', 'session.user_id', 'user.id')
    .select([...accountColumns, ...columns])
    .where('session.id', '=', id)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  return row && { session: toSession(row), account: toAccount(row) }
}

/** Whoever exchanges its token at the same moment waits, and sees what came of it. */
export async function holdSession(tx: Tx, id: string, now: Date): Promise<StoredSession | undefined> {
  const row = await tx
    .selectFrom('auth.session as session')
    .select(columns)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row && toSession(row)
}

/** The latest used first. */
export async function sessionsOf(queries: Queries, userId: AccountId, now: Date): Promise<StoredSession[]> {
  const rows = await queries
    .selectFrom('auth.session as session')
    .select(columns)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_active_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toSession)
}

/** Whether the person with this address has a session that was last used from there. */
export async function isSignedInFrom(
  queries: Queries,
  { email, source, now }: { email: string; source: string; now: Date },
): Promise<boolean> {
  const row = await users(queries)
    .innerJoin('auth.session as session', 'session.user_id', 'user.id')
    .select('session.id')
    .where('user.email', '=', email)
    .where('session.ip_address', '=', source)
    .where('session.expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewSession {
  id: string
  userId: AccountId
  expiresAt: Date
  isRemembered: boolean
  address: string
  userAgent: string | null
  now: Date
}

export async function addSession(tx: Tx, session: NewSession): Promise<void> {
  const { id, userId, expiresAt, isRemembered, address, userAgent, now } = session
  const row = { id, user_id: userId, expires_at: expiresAt, is_remembered: isRemembered }
  const begun = { created_at: now, rotated_at: now, proven_at: now, last_active_at: now }
  await tx
    .insertInto('auth.session')
    .values({ ...row, ...begun, ip_address: address, user_agent: userAgent })
    .execute()
}

/** Those beyond so many, the oldest; gives back their ids. Others who begin a session of the same person wait. */
export async function removeOldestSessions(tx: Tx, userId: AccountId, keptMax: number): Promise<string[]> {
  await tx.selectFrom('auth.user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const oldest = tx
    .selectFrom('auth.session')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(keptMax)
  const rows = await tx.deleteFrom('auth.session').where('id', 'in', oldest).returning('id').execute()
  return rows.map((row) => row.id)
}

export async function saveRotation(
  tx: Tx,
  id: string,
  change: { generation: number; expiresAt: Date; now: Date; address: string },
): Promise<void> {
  const { generation, expiresAt, now, address } = change
  await tx
    .updateTable('auth.session')
    .set({ generation, arrived_generation: generation - 1, rotated_at: now, expires_at: expiresAt })
    .set({ last_active_at: now, ip_address: address })
    .where('id', '=', id)
    .execute()
}

/** Does nothing when another request was faster. */
export async function noteActivity(
  queries: Queries,
  id: string,
  seen: { generation: number; now: Date; unlessSince: Date },
): Promise<void> {
  const { generation, now, unlessSince } = seen
  await queries
    .updateTable('auth.session')
    .set({ last_active_at: now, arrived_generation: generation })
    .where('id', '=', id)
    .where('generation', '>=', generation)
    .where('arrived_generation', '<=', generation)
    .where((is) => is.or([is('arrived_generation', '<', generation), is('last_active_at', '<=', unlessSince)]))
    .execute()
}

export async function saveProof(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('auth.session').set({ proven_at: now }).where('id', '=', id).execute()
}

/** False when it is not there, or somebody else's. */
export async function removeSession(tx: Tx, userId: AccountId, id: string): Promise<boolean> {
  const ended = tx.deleteFrom('auth.session').where('id', '=', id).where('user_id', '=', userId)
  return (await ended.returning('id').executeTakeFirst()) !== undefined
}

/** Ends all of them but one, if one is to stay; gives back their ids. */
export async function removeSessions(tx: Tx, userId: AccountId, exceptId?: string): Promise<string[]> {
  let ended = tx.deleteFrom('auth.session').where('user_id', '=', userId)
  if (exceptId !== undefined) ended = ended.where('id', '!=', exceptId)
  return (await ended.returning('id').execute()).map((row) => row.id)
}
