// What the worker does from time to time: partitions ahead, and what is past its time away.

import { dropOldActivity, ensureActivityPartitions } from '#domains/devices'
import {
  removeExpired,
  removeExpiredChallenges,
  removeExpiredRecoveries,
  removeExpiredResets,
  removeOldAttempts,
  removeOldChallenges,
  removeOldDeviceCodes,
  removeOldProofCodes,
  removeOldSignUps,
  removeOldSolutions,
} from '#domains/identity'
import { removeFullBudgets } from '#platform/budgets'
import { removeOldMails } from '#platform/mailer'
import { ensureEventPartitions } from '#platform/event-partitions'
import type { Platform } from '#platform/platform'

const everyMs = 3_600_000

export function startHousekeeping(platform: Platform): AsyncDisposable {
  let work = keepHouse(platform)
  const timer = setInterval(() => {
    work = work.then(() => keepHouse(platform))
  }, everyMs)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await work
    },
  }
}

async function keepHouse({ database, clock, log }: Platform): Promise<void> {
  try {
    await ensureEventPartitions(database, clock)
    await ensureActivityPartitions(database, clock)
    await dropOldActivity(database, clock)
    await removeFullBudgets(database, clock.now())
    await removeOldMails(database, clock.now())
    await removeExpired(database.queries, new Date(clock.now()))
    await removeOldAttempts(database.queries, new Date(clock.now()))
    await removeOldChallenges(database.queries, new Date(clock.now()))
    await removeExpiredChallenges(database.queries, new Date(clock.now()))
    await removeExpiredRecoveries(database.queries, new Date(clock.now()))
    await removeExpiredResets(database.queries, new Date(clock.now()))
    await removeOldDeviceCodes(database.queries, new Date(clock.now()))
    await removeOldProofCodes(database.queries, new Date(clock.now()))
    await removeOldSignUps(database.queries, new Date(clock.now()))
    await removeOldSolutions(database.queries, new Date(clock.now()))
  } catch (error) {
    log.error({ err: error }, 'housekeeping failed; it is tried again in an hour')
  }
}
