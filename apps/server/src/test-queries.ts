// For tests: how many questions the database is asked.

import pg from 'pg'
import { vi } from 'vitest'

const times = 8

/**
 * The least of several times: something else of the server may ask at the same time, and on a busy machine what is asked
 * together in one turn may come apart.
 */
export async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let time = 0; time < times; time += 1) {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await work()
      counts.push(asked.mock.calls.length)
    } finally {
      asked.mockRestore()
    }
  }
  return Math.min(...counts)
}
