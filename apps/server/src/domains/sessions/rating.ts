// What people think of a connection that has ended: asked of who opened it, once, while it is fresh.

import { accept, refuse, type Result } from '@farport/basics'

/** The three faces that a person chooses from. */
export const ratings = { good: 100, okay: 50, bad: 0 } as const

export const ratingMsMax = 60 * 60_000

export type RatingRefusal = 'quality' | 'live' | 'late' | 'twice'

export const ratingRefusalMessages: Record<RatingRefusal, string> = {
  quality: 'A connection is rated with 100 (good), 50 (okay) or 0 (bad).',
  live: 'The connection has not ended yet.',
  late: 'A connection can be rated within an hour after its end.',
  twice: 'This connection was rated already.',
}

export interface RatedSession {
  /** Undefined while it lives. */
  readonly endedAt: Date | undefined
  readonly rating: number | undefined
}

export function parseRating(quality: number): Result<number, 'quality'> {
  return Object.values(ratings).some((rating) => rating === quality) ? accept(quality) : refuse('quality')
}

export function decideRating(session: RatedSession, now: Date): Result<true, RatingRefusal> {
  if (session.endedAt === undefined) return refuse('live')
  if (session.rating !== undefined) return refuse('twice')
  return now.getTime() - session.endedAt.getTime() > ratingMsMax ? refuse('late') : accept(true)
}
