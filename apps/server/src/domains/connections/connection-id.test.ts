import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { connectionIdOf } from './connection-id.ts'

describe('ids of connections', () => {
  it('are UUIDs of version 7 that sort by time', () => {
    const ids = Array.from({ length: 100 }, (_, index) => connectionIdOf(1_790_000_000_000 + index, randomBytes(10)))
    expect(ids.toSorted()).toEqual(ids)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('use all their random bits', () => {
    const low = connectionIdOf(0, new Uint8Array(10))
    const high = connectionIdOf(0, new Uint8Array(10).fill(255))
    expect(low).toBe('00000000-0000-7000-8000-000000000000')
    expect(high).toBe('00000000-0000-7fff-bfff-ffffffffffff')
  })
})
