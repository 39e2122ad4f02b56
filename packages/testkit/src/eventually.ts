// Waiting for a condition instead of sleeping for a time.

import { setTimeout as pause } from 'node:timers/promises'

export interface EventuallyOptions {
  timeoutMs?: number
  /** Between two looks. */
  pauseMs?: number
  /** For the message, when it never comes true. */
  what?: string
}

/**
 * Looks until the condition answers with something that is neither false, null nor undefined, and gives that back. A
 * condition that throws is asked again; its last error is the cause of ours when the time is up.
 */
export async function eventually<Value>(
  condition: () => Value | Promise<Value>,
  { timeoutMs = 10_000, pauseMs = 25, what = 'the condition' }: EventuallyOptions = {},
): Promise<Exclude<Awaited<Value>, false | null | undefined>> {
  const deadlineMs = performance.now() + timeoutMs
  let lastError: unknown
  do {
    try {
      const value = await condition()
      if (value !== false && value !== null && value !== undefined) {
        return value as Exclude<Awaited<Value>, false | null | undefined> // the line above excludes the three
      }
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    await pause(pauseMs)
  } while (performance.now() < deadlineMs)
  throw new Error(`${what} did not come true within ${timeoutMs} ms`, { cause: lastError })
}
