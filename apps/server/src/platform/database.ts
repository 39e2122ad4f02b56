// The way to PostgreSQL: one pool, typed queries, and transactions that survive a conflict with another.

import { setTimeout as wait } from 'node:timers/promises'
import { createBackoff } from '@farport/basics'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { DatabaseError, Pool, TypeOverrides, types, type PoolConfig } from 'pg'
import type { DB } from '../../generated/database.ts'
import type { Log } from './log.ts'
import { readMoment } from './moment-form.ts'
import { outdatedPlan, pooledClient } from './pooled-client.ts'
import { createStatementNames } from './statement-names.ts'

/** Where to ask. A transaction fits too, so that a store's function works inside and outside of one. */
export type Queries = Kysely<DB>
export type Tx = Transaction<DB>

export interface Database extends AsyncDisposable {
  readonly queries: Queries
  readonly pool: Pool
  /**
   * Runs the work in a transaction, and again from its start when PostgreSQL reports a serialization failure, a
   * deadlock, or that a migration came between: the work must have no other effect than through `tx` and `afterCommit`.
   */
  transaction<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer>
}

export interface DatabaseOptions {
  connection: PoolConfig
  log: Log
  connectionsMax?: number
}

/** Starting workers, or compiling, would take longer than the query itself, and the processors are there for all. */
const forManySmallQueries = '-c max_parallel_workers_per_gather=0 -c jit=off'

const attemptsMax = 6
const retriedStates = new Set(['40001', '40P01', outdatedPlan])

type Deed = () => void
const deedsOf = new WeakMap<Tx, Deed[]>()

/** Does the deed once the transaction is committed; never when it is rolled back. */
export function afterCommit(tx: Tx, deed: Deed): void {
  const deeds = deedsOf.get(tx)
  if (deeds === undefined) throw new Error('afterCommit needs the transaction that Database.transaction gave')
  deeds.push(deed)
}

export function openDatabase({ connection, log, connectionsMax = 10 }: DatabaseOptions): Database {
  const pool = new Pool({
    ...connection,
    Client: pooledClient(createStatementNames()),
    pipeline: true,
    max: connectionsMax,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'farport',
    types: withQuickMoments(),
    options: forManySmallQueries,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  const queries = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

  return {
    queries,
    pool,
    transaction: (work) => transactionWithRetries(queries, work),
    async [Symbol.asyncDispose]() {
      await pool.end()
    },
  }
}

function withQuickMoments(): TypeOverrides {
  const readRareForm = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown // typed as any
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => readMoment(text, readRareForm))
  return overrides
}

async function transactionWithRetries<Answer>(queries: Queries, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const backoff = createBackoff({ delayMsFirst: 10, delayMsMax: 500, random: Math.random })
  for (let attempt = 1; ; attempt += 1) {
    const deeds: Deed[] = []
    try {
      const answer = await queries.transaction().execute((tx) => {
        deedsOf.set(tx, deeds)
        return work(tx)
      })
      for (const deed of deeds) deed()
      return answer
    } catch (error) {
      if (attempt === attemptsMax || !isConflict(error)) throw error
      await wait(backoff.next())
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && retriedStates.has(error.code ?? '')
}

/** The name of the constraint that refused the write, when one did. */
export function violatedConstraint(error: unknown): string | undefined {
  const isViolation = error instanceof DatabaseError && error.code?.startsWith('23') === true
  return isViolation ? error.constraint : undefined
}
