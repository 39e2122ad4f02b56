import { describe, expect, it } from 'vitest'
import { SpareBuffers } from './spare-buffers.ts'

describe('spare buffers', () => {
  it('are taken again, the last one first', () => {
    const spares = new SpareBuffers(16, 2)
    const [first, second] = [spares.take(), spares.take()]
    expect(first).not.toBe(second)
    spares.give(first)
    spares.give(second)
    expect([spares.take(), spares.take()]).toEqual([second, first])
  })

  it('are no more than so many, and of one length', () => {
    const spares = new SpareBuffers(16, 1)
    const [kept, left] = [spares.take(), spares.take()]
    spares.give(Buffer.alloc(8))
    spares.give(kept)
    spares.give(left)
    expect(spares.take()).toBe(kept)
    const fresh = spares.take()
    expect(fresh).not.toBe(left)
    expect(fresh).toHaveLength(16)
  })
})
