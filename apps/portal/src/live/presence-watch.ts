// Notices when this window was away: asleep, in the background, or without a network.

/** Beyond this silence between two ticks the machine slept. */
export const sleepGapMs = 10 * 60_000
const tickMs = 60_000

/** Calls back when the window is there again after so long that events may have been missed. */
export function watchPresence(onReturn: () => void): Disposable {
  let lastSeenMs = Date.now()
  const stop = new AbortController()

  const look = () => {
    const nowMs = Date.now()
    const wasAway = nowMs - lastSeenMs > sleepGapMs
    lastSeenMs = nowMs
    if (wasAway) onReturn()
  }
  const timer = setInterval(() => {
    // A window in the background does not count as present: its return must be noticed.
    if (document.visibilityState === 'visible') look()
  }, tickMs)
  window.addEventListener('focus', look, { signal: stop.signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), {
    signal: stop.signal,
  })
  window.addEventListener('online', onReturn, { signal: stop.signal })

  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      stop.abort()
    },
  }
}
