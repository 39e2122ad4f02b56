import { describe, expect, it } from 'vitest'
import { createRenewal } from './renewal.ts'

/** The windows of one browser: one storage, one lock. */
function browser(status: number | undefined) {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  let holder: Promise<unknown> | undefined
  const hold = (work: () => unknown) => {
    const mine = Promise.resolve(work()).finally(() => (holder = undefined))
    holder = mine
    return mine
  }
  // The two forms of it that are used.
  const locks = {
    request: (_name: string, ...[options, work]: [object, (lock: object | null) => unknown] | [() => unknown]) => {
      if (work !== undefined) return holder === undefined ? hold(() => work({})) : work(null)
      return (holder ?? Promise.resolve()).then(() => hold(options as () => unknown))
    },
  } as unknown as LockManager
  let nowMs = 1000
  let exchanges = 0
  const fetch = async () => {
    exchanges += 1
    nowMs += 50
    if (status === undefined) throw new TypeError('no answer')
    return new Response('{}', { status })
  }
  const open = (withLocks = true) =>
    createRenewal({ locks: withLocks ? locks : undefined, storage, now: () => nowMs, fetch })
  return { open, exchanges: () => exchanges, at: (ms: number) => (nowMs = ms), values }
}

describe('renewing', () => {
  it('is done by one of several windows, for all', async () => {
    const { open, exchanges } = browser(200)
    expect(await Promise.all([open()(1000), open()(1000), open()(1000)])).toEqual(['renewed', 'renewed', 'renewed'])
    expect(exchanges()).toBe(1)
  })

  it('is done again for a call that was sent after the last time', async () => {
    const { open, exchanges, at } = browser(200)
    await open()(1000)
    at(5000)
    await open()(5000)
    expect(exchanges()).toBe(2)
  })

  it('does not trust a moment that has not come', async () => {
    const { open, exchanges, values, at } = browser(200)
    values.set('session-renewed-at', '9999')
    at(2000)
    await open()(2000)
    expect(exchanges()).toBe(1)
  })

  it('works where the browser has no locks', async () => {
    expect(await browser(200).open(false)(1000)).toBe('renewed')
  })

  it.each([
    [401, 'refused'],
    [400, 'refused'],
    [429, 'unreachable'],
    [503, 'unreachable'],
    [undefined, 'unreachable'],
  ])('answered with %s is %s', async (status, outcome) => {
    expect(await browser(status).open()(1000)).toBe(outcome)
  })
})
