// Keeps what people are to be told of, in the transaction in which it happens: what is committed is told, whatever
// breaks afterwards.

import type { Tx } from '#platform/database'
import type { EventRecord } from '#platform/events'
import { keepUntold } from '../fact-store.ts'
import { isTold } from '../told-people.ts'

export async function keepUntoldEvents(tx: Tx, events: readonly EventRecord[]): Promise<void> {
  const told = events.filter(isTold)
  const [first] = told
  if (first !== undefined) await keepUntold(tx, told, new Date(first.at))
}
