// Ids for everything that is born in this process: time-ordered, and unique by 37 random bits a millisecond.

import { randomBytes } from 'node:crypto'
import type { Clock } from '@farport/basics'
import { createIdFactory } from '@farport/vocabulary'

export type Ids = ReturnType<typeof createIdFactory>

export function createIds(clock: Clock): Ids {
  return createIdFactory({ now: () => clock.now(), randomBytes: () => randomBytes(8) })
}
