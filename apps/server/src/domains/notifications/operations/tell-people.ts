// Tells people what is still untold. All that is written here is written once: facts are forgotten in the transaction in
// which they are told.

import type { NotificationsContext } from '../context.ts'
import { forgetUntold, holdUntold, postponeUntold, untoldEvents, type UntoldFacts } from '../fact-store.ts'
import { tellEvents } from './tell-events.ts'

/** What was announced together is one; of those so many are told in one transaction. */
const factsPerRoundMax = 5
/** What could not be told so often, within some hours, never will be: it is logged, and does not come back for ever. */
export const tellingAttemptsMax = 12
const retryMs = 5000

/** Until nothing is left that is due. Safe in several processes at once. */
export async function tellPeople(context: NotificationsContext): Promise<void> {
  while (await tellSome(context));
}

async function tellSome(context: NotificationsContext): Promise<boolean> {
  const { database, clock } = context
  let held: UntoldFacts | undefined
  try {
    return await database.transaction(async (tx) => {
      held = await holdUntold(tx, new Date(clock.now()), factsPerRoundMax)
      if (held.ids.length === 0) return false
      await tellEvents(context, tx, await untoldEvents(tx, held.ids))
      await forgetUntold(tx, held.ids)
      return true
    })
  } catch (error) {
    if (held === undefined || held.ids.length === 0) throw error
    await putOff(context, held, error)
    return true
  }
}

/** Next time each is tried alone, so that one that cannot be told does not keep the others. */
async function putOff({ database, clock, log }: NotificationsContext, held: UntoldFacts, error: unknown) {
  const isGivenUp = held.attempts + 1 >= tellingAttemptsMax
  log.error({ err: error, facts: held.ids, isGivenUp }, 'people could not be told of what happened')
  if (isGivenUp) return forgetUntold(database.queries, held.ids)
  const dueAt = new Date(clock.now() + retryMs * 2 ** held.attempts)
  return postponeUntold(database.queries, held.ids, dueAt)
}
