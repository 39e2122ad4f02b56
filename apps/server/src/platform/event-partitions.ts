// The events table has a partition per day, made ahead of time.

import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { ensurePartitions, type Partition } from './partitions.ts'

const dayMs = 86_400_000
const daysAhead = 7

/** Makes the partitions from yesterday to a week ahead, where they are missing. */
export async function ensureEventPartitions(database: Database, clock: Clock): Promise<void> {
  const yesterday = Math.floor(clock.now() / dayMs) - 1
  await ensurePartitions(
    database,
    Array.from({ length: daysAhead + 2 }, (_, step) => dayPartition((yesterday + step) * dayMs)),
  )
}

function dayPartition(fromMs: number): Partition {
  const date = new Date(fromMs).toISOString().slice(0, 10)
  return { table: 'events', name: `events_${date.replaceAll('-', '_')}`, fromMs, toMs: fromMs + dayMs }
}
