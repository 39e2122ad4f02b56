// PostgreSQL without set-up: real PostgreSQL from npm, in a data directory, over a private Unix socket.
//
// Any number of server processes share it. Each holds a lease, which is a shared advisory lock on a connection of its
// own. Whoever gives back the last lease stops PostgreSQL. It survives a `kill -9` of all of them; the next one to start
// finds it running. When PostgreSQL itself dies, its lease holders start it again.

import { createBackoff } from '@farport/basics'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, DatabaseError, escapeIdentifier } from 'pg'
import type { Log } from './log.ts'
import { openPostgresCluster, type ClusterOptions, type PostgresCluster } from './postgres-cluster.ts'

export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: { host: string; port: number; user: string; database: string }
}

export interface EmbeddedPostgresOptions extends ClusterOptions {
  log: Log
  /** Made when it is missing. */
  database?: string
}

const leaseLock = 7_031_971

export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, database = 'farport' } = options
  const cluster = await openPostgresCluster(options)
  const closing = Promise.withResolvers<undefined>()
  let isClosing = false
  let lease = await takeLease(cluster)
  await makeDatabase(lease, database)
  const watch = keepLease()

  /** A lease is lost when PostgreSQL dies: then it is started again. */
  async function keepLease(): Promise<void> {
    while (!isClosing) {
      await Promise.race([lease.lost, closing.promise])
      if (!isClosing) lease = await renewLease()
    }
  }

  /** Also when it is closed meanwhile: whoever closes gives the lease back. */
  async function renewLease(): Promise<Lease> {
    log.warn('the connection to PostgreSQL was lost; connecting again, starting it if need be')
    const backoff = createBackoff({ delayMsFirst: 20, delayMsMax: 5000, random: Math.random })
    for (;;) {
      try {
        return await takeLease(cluster)
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started again; trying once more')
        if (isClosing) return lease
        await wait(backoff.next())
      }
    }
  }

  return {
    connection: { ...cluster.connection, database },
    async [Symbol.asyncDispose]() {
      isClosing = true
      closing.resolve(undefined)
      await watch
      await giveBack(lease, cluster)
    },
  }
}

interface Lease {
  client: Client
  lost: Promise<void>
  isLost(): boolean
}

async function takeLease(cluster: PostgresCluster): Promise<Lease> {
  for (;;) {
    const client = await cluster.connect()
    let isLost = false
    const lost = new Promise<void>((resolve) => {
      const note = () => {
        isLost = true
        resolve()
      }
      client.once('end', note)
      client.on('error', note)
    })
    try {
      await client.query('select pg_advisory_lock_shared($1)', [leaseLock])
      return { client, lost, isLost: () => isLost }
    } catch {
      // The last lease holder was just stopping PostgreSQL, and this connection ended with it: begin again.
      await client.end().catch(() => undefined)
    }
  }
}

/** Nobody can take a lease while we hold the exclusive lock, so PostgreSQL never stops under a new holder. */
async function giveBack(lease: Lease, cluster: PostgresCluster): Promise<void> {
  // PostgreSQL died just now. It may be running again, started by another holder, or by nobody.
  const { client } = lease.isLost() ? await takeLease(cluster) : lease
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [leaseLock])
    const answer = await client.query<{ isLast: boolean }>('select pg_try_advisory_lock($1) as "isLast"', [leaseLock])
    if (answer.rows[0]?.isLast === true) await cluster.stop()
  } catch (error) {
    // It died under us: nothing is left to stop.
    if (!lease.isLost()) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function makeDatabase({ client }: Lease, database: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [database])
  if (found.rowCount !== 0) return
  try {
    await client.query(`create database ${escapeIdentifier(database)}`)
  } catch (error) {
    const wasMadeMeanwhile = error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? '')
    if (!wasMadeMeanwhile) throw error
  }
}
