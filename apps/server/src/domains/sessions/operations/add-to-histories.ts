// What was just told of live sessions comes to how they went over time.

import type { AccountId, ConnectionId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { addPathPoint, type PathPoint } from '../path-history.ts'
import { findHistories, saveHistories } from '../path-store.ts'

export interface ToldPoint {
  readonly accountId: AccountId
  readonly id: ConnectionId
  readonly point: PathPoint
}

/** Two questions, however many were told. */
export async function addToHistories(tx: Tx, told: readonly ToldPoint[]): Promise<void> {
  if (told.length === 0) return
  const histories = await findHistories(tx, told)
  const changed = told.flatMap(({ accountId, id, point }) => {
    const before = histories.get(id) ?? []
    const points = addPathPoint(before, point)
    return points === before ? [] : [{ accountId, id, points }]
  })
  await saveHistories(tx, changed)
}
