// How often somebody may ask, counted in this process: cheap, and forgotten with it.

import type { RateLimiterMemory } from 'rate-limiter-flexible'

/** Takes a point; false when none is left. */
export async function hasRoom(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false, // the limiter's way to say no
  )
}

export async function isUsedUp(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  const used = await limiter.get(key)
  return used !== null && used.remainingPoints <= 0
}
