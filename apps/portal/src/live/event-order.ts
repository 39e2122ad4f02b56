// Events can overtake each other. One that is older than the last of the same target is no news any more.

interface Seen {
  timestampMs: number
  seenAtMs: number
}

/** How long the last event of a target is remembered. */
export const rememberMs = 5 * 60_000
/** Beyond this many targets the longest unheard of is forgotten. */
export const targetsMax = 10_000

export interface EventOrder {
  /** False for an event that came too late. The same moment again is news: one change can make two events. */
  isNews(event: { targetIds: readonly string[]; timestampMs: number }): boolean
}

export function createEventOrder(now: () => number): EventOrder {
  // Entries stand in the order in which they were last heard of, so that the oldest come first.
  const lastByTarget = new Map<string, Seen>()

  return {
    isNews({ targetIds, timestampMs }) {
      const nowMs = now()
      forgetOld(nowMs)
      const isLate = targetIds.some((id) => (lastByTarget.get(id)?.timestampMs ?? 0) > timestampMs)
      if (isLate) return false
      for (const id of targetIds) {
        lastByTarget.delete(id)
        lastByTarget.set(id, { timestampMs, seenAtMs: nowMs })
      }
      return true
    },
  }

  function forgetOld(nowMs: number): void {
    for (const [id, { seenAtMs }] of lastByTarget) {
      if (seenAtMs > nowMs - rememberMs && lastByTarget.size <= targetsMax) return
      lastByTarget.delete(id)
    }
  }
}
