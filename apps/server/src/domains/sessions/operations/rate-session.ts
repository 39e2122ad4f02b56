// Keeps what the person who opened a connection thought of it.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ConnectionId, ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { SessionsContext } from '../context.ts'
import { decideRating, parseRating, ratingRefusalMessages, type RatingRefusal } from '../rating.ts'
import { findRatedSession, saveRating } from '../session-store.ts'

export async function rateSession(
  context: SessionsContext,
  actor: Actor,
  request: { serviceId: ServiceId; sessionId: ConnectionId; quality: number },
): Promise<Result<true, Refusal>> {
  const rating = parseRating(request.quality)
  if (!rating.ok) return refuse(refusalOf(rating.refusal))
  const { database, clock } = context.connections.services.devices
  return database.transaction(async (tx) => {
    const session = await findRatedSession(tx, { id: request.sessionId, userId: actor.userId })
    if (session?.serviceId !== request.serviceId) return refuse(noSuchSession)
    const decided = decideRating(session, new Date(clock.now()))
    if (!decided.ok) return refuse(refusalOf(decided.refusal))
    await saveRating(tx, session, rating.value)
    return accept(true)
  })
}

export const noSuchSession: Refusal = { code: 'NOT_FOUND', message: 'There is no such session of yours.' }

const refusalOf = (refusal: RatingRefusal): Refusal => ({
  code: refusal === 'quality' ? 'INVALID' : 'CONFLICT',
  message: ratingRefusalMessages[refusal],
})
