// Budgets against guessing passwords and flooding mailboxes: per account, and per address of the peer. Counted in
// PostgreSQL, so that they hold across processes and restarts; in memory while the database does not answer.

import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { accept, refuse, type Result } from '@farport/basics'
import type { Database } from '#platform/database'
import type { SignInRefusal } from './identity.ts'

const budgets = {
  /** Wrong passwords for one account. */
  'password-account': { points: 10, seconds: 900 },
  /** Sign-in attempts from one address, right or wrong. */
  'password-address': { points: 100, seconds: 900 },
  'sign-up-address': { points: 100, seconds: 3600 },
  /** Verification mails to one address. */
  'mail-account': { points: 5, seconds: 3600 },
  'mail-address': { points: 60, seconds: 3600 },
  /** Tokens of links, tried from one address. */
  'link-address': { points: 60, seconds: 900 },
} as const

export type Budget = keyof typeof budgets

export interface SignInGuard {
  /** Takes one from each budget; a refusal when one of them is used up. */
  spend(...costs: readonly (readonly [Budget, string])[]): Promise<Result<undefined, SignInRefusal>>
  /** Fills a budget up again: whoever knew the password was no guesser. */
  forgive(budget: Budget, key: string): Promise<void>
}

export function createSignInGuard(database: Database): SignInGuard {
  const limiters = new Map(
    Object.entries(budgets).map(([name, { points, seconds }]) => {
      const budget = { keyPrefix: name, points, duration: seconds }
      const limiter = new RateLimiterPostgres({
        ...budget,
        storeClient: database.pool,
        storeType: 'pool',
        schemaName: 'auth',
        tableName: 'attempt',
        tableCreated: true,
        clearExpiredByTimeout: false,
        insuranceLimiter: new RateLimiterMemory(budget),
      })
      return [name as Budget, limiter] as const // the names of the table above
    }),
  )

  function limiterOf(budget: Budget): RateLimiterPostgres {
    const limiter = limiters.get(budget)
    if (limiter === undefined) throw new Error(`no budget ${budget}`)
    return limiter
  }

  return {
    async spend(...costs) {
      for (const [budget, key] of costs) {
        const retryAfterMs = await consume(limiterOf(budget), normalKey(key))
        if (retryAfterMs !== undefined) return refuse(throttled(retryAfterMs))
      }
      return accept(undefined)
    },
    async forgive(budget, key) {
      await limiterOf(budget).delete(normalKey(key))
    },
  }
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

function throttled(retryAfterMs: number): SignInRefusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
  return { status: 429, code: 'THROTTLED', message, retryAfterSeconds }
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
