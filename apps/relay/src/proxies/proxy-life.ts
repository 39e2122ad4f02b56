// When a proxy ends by itself: without a stream for its idle time, or at the end of its whole life. Pure.

export interface ProxyTerms {
  /** 0: never idle. */
  readonly idleTimeoutMs: number
  readonly expiresAt: number
}

export type ProxyLife =
  | { readonly state: 'idle'; readonly sinceMs: number }
  | { readonly state: 'used'; readonly streams: number }

export type ProxyFact = { readonly fact: 'stream-opened' } | { readonly fact: 'stream-closed'; readonly atMs: number }

export function changeLife(life: ProxyLife, change: ProxyFact): ProxyLife {
  switch (change.fact) {
    case 'stream-opened':
      return { state: 'used', streams: streamsOf(life) + 1 }
    case 'stream-closed':
      return streamsOf(life) <= 1
        ? { state: 'idle', sinceMs: change.atMs }
        : { state: 'used', streams: streamsOf(life) - 1 }
  }
}

export function streamsOf(life: ProxyLife): number {
  return life.state === 'used' ? life.streams : 0
}

/** The next moment at which it may be over. */
export function endsAt(life: ProxyLife, terms: ProxyTerms): number {
  if (life.state === 'used' || terms.idleTimeoutMs === 0) return terms.expiresAt
  return Math.min(terms.expiresAt, life.sinceMs + terms.idleTimeoutMs)
}

/** Why it is over, or undefined while it is not. */
export function endReached(life: ProxyLife, terms: ProxyTerms, nowMs: number): 'expired' | 'idle' | undefined {
  if (nowMs >= terms.expiresAt) return 'expired'
  return nowMs >= endsAt(life, terms) ? 'idle' : undefined
}
