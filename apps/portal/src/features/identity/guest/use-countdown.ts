// Counts seconds down to nothing.

import { useEffect, useState } from 'react'

export function useCountdown(seconds: number): { secondsLeft: number; restart: (seconds: number) => void } {
  const [endMs, setEndMs] = useState(() => Date.now() + seconds * 1000)
  const [nowMs, setNowMs] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((endMs - nowMs) / 1000))
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])

  return {
    secondsLeft,
    restart(again) {
      const startedMs = Date.now()
      setNowMs(startedMs)
      setEndMs(startedMs + again * 1000)
    },
  }
}
