// Budgets against guessing and flooding: so many points per key (an account, a peer's address) in so many seconds.
// Counted in PostgreSQL, so that they hold across processes and restarts; in memory while the database does not answer.

import { isIPv6 } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './database.ts'

export interface Budget {
  points: number
  seconds: number
}

export interface Exhausted {
  retryAfterSeconds: number
}

export interface Budgets<Name extends string> {
  /** Takes a point from each; refused when one of them is used up. */
  spend(...costs: readonly (readonly [Name, string])[]): Promise<Result<undefined, Exhausted>>
  /** Fills a budget up again. */
  refill(name: Name, key: string): Promise<void>
}

export function createBudgets<Name extends string>(
  database: Database,
  table: Readonly<Record<Name, Budget>>,
): Budgets<Name> {
  const limiters = new Map<Name, RateLimiterPostgres>()

  function limiterOf(name: Name): RateLimiterPostgres {
    const limiter = limiters.get(name) ?? createLimiter(database, name, table[name])
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async spend(...costs) {
      for (const [name, key] of costs) {
        const retryAfterMs = await consume(limiterOf(name), normalKey(key))
        if (retryAfterMs !== undefined)
          return refuse({ retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
      }
      return accept(undefined)
    },
    async refill(name, key) {
      await limiterOf(name).delete(normalKey(key))
    },
  }
}

function createLimiter(database: Database, keyPrefix: string, { points, seconds }: Budget): RateLimiterPostgres {
  const budget = { keyPrefix, points, duration: seconds }
  return new RateLimiterPostgres({
    ...budget,
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'budgets',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(budget),
  })
}

/** What is full again. */
export async function removeFullBudgets({ queries }: Database, nowMs: number): Promise<void> {
  await queries.deleteFrom('budgets').where('expire', '<', String(nowMs)).execute()
}

/** Undefined when there was something left, else after how long there will be. */
async function consume(limiter: RateLimiterPostgres, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (outcome) {
    if (outcome instanceof RateLimiterRes) return outcome.msBeforeNext
    throw outcome
  }
}

/** Of what one peer may do about something, beside what all may do together. */
export function keyFrom(peer: string, key: string): string {
  return `${normalKey(peer)} ${key}`
}

/** A whole /64 belongs to one customer: its addresses share a budget. */
export function normalKey(key: string): string {
  if (!isIPv6(key)) return key.slice(0, 254)
  if (key.startsWith('::ffff:')) return key.slice('::ffff:'.length)
  const [head = '', tail] = key.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0')]
  return `${all.slice(0, 4).join(':')}::/64`
}
