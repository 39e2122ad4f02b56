// Rules of signing programs in that have no browser (RFC 8628). Pure.

import type { SignInRefusal } from '../identity.ts'

export const deviceCodeMs = 15 * 60_000
export const intervalSecondsFirst = 5
const intervalSecondsMore = 5
/** Whoever polls on sooner than they are told to waits longer and longer, but not for ever. */
const intervalSecondsMax = 60

/** Without vowels, so that no words come about, and without what looks like something else. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const userCodeLength = 8

/** `pick`: a random number from 0 to below so many. */
export function newUserCode(pick: (below: number) => number): string {
  return Array.from({ length: userCodeLength }, () => alphabet[pick(alphabet.length)]).join('')
}

export function formatUserCode(code: string): string {
  return `${code.slice(0, userCodeLength / 2)}-${code.slice(userCodeLength / 2)}`
}

/** As people type it: with or without the dash, in whatever case. */
export function cleanUserCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z]/g, '')
}

export interface Poll {
  expiresAt: Date
  polledAt: Date | null
  intervalSeconds: number
  isApproved: boolean | null
}

export type PollVerdict =
  | { kind: 'approved' | 'denied' | 'expired' | 'pending' }
  | { kind: 'too-soon'; intervalSeconds: number }

export function judgePoll({ expiresAt, polledAt, intervalSeconds, isApproved }: Poll, nowMs: number): PollVerdict {
  if (expiresAt.getTime() <= nowMs) return { kind: 'expired' }
  // A second's grace: clocks and networks are not exact.
  const isTooSoon = polledAt !== null && nowMs - polledAt.getTime() < (intervalSeconds - 1) * 1000
  if (isTooSoon) {
    return { kind: 'too-soon', intervalSeconds: Math.min(intervalSeconds + intervalSecondsMore, intervalSecondsMax) }
  }
  if (isApproved === null) return { kind: 'pending' }
  return { kind: isApproved ? 'approved' : 'denied' }
}

export const userCodeUnknown: SignInRefusal = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'This code is wrong or too old. Please start again in the program.',
}

export const pollRefusals = {
  pending: {
    status: 400,
    code: 'AUTHORIZATION_PENDING',
    message: 'Nobody has allowed it yet.',
  },
  'too-soon': {
    status: 400,
    code: 'SLOW_DOWN',
    message: 'Please ask less often.',
  },
  denied: {
    status: 403,
    code: 'ACCESS_DENIED',
    message: 'It was not allowed.',
  },
  expired: {
    status: 400,
    code: 'INVALID_TOKEN',
    message: 'The code is too old, or was used. Please start again.',
  },
} as const satisfies Record<string, SignInRefusal>
