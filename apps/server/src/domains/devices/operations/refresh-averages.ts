// Looks again at how well devices stay online: those that came or went, and in turn all others, whose month moves on.

import type { DevicesContext } from '../context.ts'
import { readAverages } from '../activity-totals-store.ts'
import { lockDueAverages, saveAverages } from '../averages-store.ts'
import { qualityOf } from '../quality.ts'

const batchLengthMax = 1000
/** In one go; the rest waits for the next. */
const batchesMax = 20
const againAfterMs = 6 * 60 * 60_000

/** How many were looked at. Any number of processes may run it. */
export async function refreshAverages({
  database,
  clock,
}: Pick<DevicesContext, 'database' | 'clock'>): Promise<number> {
  let total = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const count = await database.transaction(async (tx) => {
      const nowMs = clock.now()
      const due = await lockDueAverages(tx, { dueBefore: new Date(nowMs), countMax: batchLengthMax })
      const averages = await readAverages(tx, due, nowMs)
      const found = due.map((device) => {
        const known = averages.get(device.id)
        return { ...device, averages: known, quality: qualityOf(known, { ageMs: nowMs - device.createdAt.getTime() }) }
      })
      await saveAverages(tx, found, new Date(nowMs + againAfterMs))
      return found.length
    })
    total += count
    if (count < batchLengthMax) break
  }
  return total
}
