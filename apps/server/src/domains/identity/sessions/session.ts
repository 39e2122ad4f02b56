// Rules about sessions: how long they live, and what a refresh token is worth. Pure.

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** From the last exchange of the refresh token. */
const lifeMs = 30 * 24 * hourMs
/** One that ends with the browser, for browsers that never end. */
const lifeMsOfBrowser = 12 * hourMs
/** The oldest ends when there is one more. */
export const sessionsPerPersonMax = 50
/** How precisely we know when a session was last used. */
export const lastActiveMsMin = minuteMs
/** So long after proving who one is, nothing asks for it again. */
export const provenMs = 10 * minuteMs
/** Several tabs exchange the same token at once; an answer gets lost, and is asked for again. */
const formerTokenMs = 30_000

export interface Rotation {
  /** How often the refresh token was exchanged. */
  generation: number
  /** The highest one that a client has come with. */
  arrivedGeneration: number
  rotatedAt: Date
}

/**
 * next: exchange it. again: it was just exchanged, give the same tokens out again. stolen: it was exchanged long ago, so that
 * two have it, and one of them should not. unknown: we never gave it out, as far as we remember.
 */
export type RefreshVerdict = 'next' | 'again' | 'stolen' | 'unknown'

export function judgeRefresh(session: Rotation, presented: number, nowMs: number): RefreshVerdict {
  const { generation, arrivedGeneration, rotatedAt } = session
  if (presented > generation) return 'unknown'
  if (presented === generation) return 'next'
  const isFresh = nowMs - rotatedAt.getTime() <= formerTokenMs
  // Nobody has used the newer ones: the answer with them was lost, maybe because the machine fell asleep.
  const isLost = arrivedGeneration < generation
  return presented === generation - 1 && (isFresh || isLost) ? 'again' : 'stolen'
}

export function sessionEnd(nowMs: number, isRemembered: boolean): Date {
  return new Date(nowMs + (isRemembered ? lifeMs : lifeMsOfBrowser))
}

export function isProven(provenAt: Date, nowMs: number): boolean {
  return nowMs - provenAt.getTime() <= provenMs
}

/** Whether the session's record should be brought up to date. */
export function isNews(
  session: { arrivedGeneration: number; lastActiveAt: Date },
  seen: { generation: number; nowMs: number },
): boolean {
  return seen.generation > session.arrivedGeneration || seen.nowMs - session.lastActiveAt.getTime() >= lastActiveMsMin
}
