import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Work that ends when it is told to, and says in which order it began. */
function worker() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, () => end.resolve(name))
    return end.promise
  }
  const finish = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, work, finish }
}

describe('a fair queue', () => {
  it('does so much at once, and gives everybody their turn', async () => {
    const { begun, work, finish } = worker()
    const queue = createFairQueue({ atOnce: 2, waitingMax: 10, waitingPerAskerMax: 10 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void queue.run('a', work(name))
    for (const name of ['b1', 'b2']) void queue.run('b', work(name))
    expect(begun).toEqual(['a1', 'a2'])
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) await finish(name)
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5'])
  })

  it('refuses what does not fit, of one and of all', async () => {
    const { work, finish } = worker()
    const queue = createFairQueue({ atOnce: 1, waitingMax: 3, waitingPerAskerMax: 2 })
    const first = queue.run('a', work('a1'))
    for (const name of ['a2', 'a3']) void queue.run('a', work(name))
    expect(await queue.run('a', work('a4'))).toEqual({ ok: false, refusal: 'busy' })
    void queue.run('b', work('b1'))
    expect(await queue.run('c', work('c1'))).toEqual({ ok: false, refusal: 'busy' })
    await finish('a1')
    expect(await first).toEqual({ ok: true, value: 'a1' })
    const later = queue.run('c', work('c2'))
    for (const name of ['a2', 'b1', 'a3', 'c2']) await finish(name)
    expect(await later).toEqual({ ok: true, value: 'c2' })
  })

  it('goes on after work that fails', async () => {
    const queue = createFairQueue({ atOnce: 1, waitingMax: 1, waitingPerAskerMax: 1 })
    const failing = queue.run('a', () => Promise.reject(new Error('broken')))
    const next = queue.run('a', () => Promise.resolve(1))
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toEqual({ ok: true, value: 1 })
    expect(await queue.run('a', () => Promise.resolve(2))).toEqual({ ok: true, value: 2 })
  })
})
