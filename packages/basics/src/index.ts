// What every other package may lean on. Imports nothing.

export { createBackoff, type Backoff, type BackoffOptions } from './backoff.ts'
export { BoundedQueue } from './bounded-queue.ts'
export type { Brand } from './brand.ts'
export { systemClock, type Clock } from './clock.ts'
export { accept, refuse, type Result } from './result.ts'
export { Secret } from './secret.ts'
