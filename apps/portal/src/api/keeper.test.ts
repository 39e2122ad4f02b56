import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeeper, type RenewalOutcome } from './keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that answers with these statuses, the last one for ever, and these outcomes of renewals. */
function open(statuses: number[], outcomes: RenewalOutcome[] = []) {
  const seen = { calls: 0, renewals: 0, lost: 0, renewed: 0 }
  const keeper = createKeeper({
    now: Date.now,
    fetch: async () => {
      seen.calls += 1
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200
      return new Response('', { status })
    },
    renew: async () => {
      seen.renewals += 1
      return outcomes.shift() ?? 'renewed'
    },
  })
  keeper.onLost(() => (seen.lost += 1))
  keeper.onRenewed(() => (seen.renewed += 1))
  const ask = async () => (await keeper.send('/')).status
  return { keeper, seen, ask }
}

describe('a call', () => {
  it('whose cookie ran out is sent again with a renewed one, and nobody notices', async () => {
    const { ask, seen } = open([401, 200])
    expect(await ask()).toBe(200)
    expect(seen).toEqual({ calls: 2, renewals: 1, lost: 0, renewed: 0 })
  })

  it('shares its renewal with the others of the page', async () => {
    const { ask, seen } = open([401, 401, 401, 200])
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200])
    expect(seen.renewals).toBe(1)
  })

  it('that is refused all the same is answered so; what is on screen is asked again after a wait', async () => {
    const { ask, seen } = open([403, 403, 200])
    expect(await ask()).toBe(403)
    await vi.advanceTimersByTimeAsync(999)
    expect(seen).toMatchObject({ calls: 2, renewals: 1, renewed: 0 })
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toMatchObject({ renewals: 2, renewed: 1 })
  })

  it('with a lost session is answered at once, and the loss is told once', async () => {
    const { ask, seen } = open([401], ['refused'])
    expect(await Promise.all([ask(), ask()])).toEqual([401, 401])
    expect(seen).toMatchObject({ renewals: 1, lost: 1 })
  })

  it('is answered as refused while the server cannot be reached to renew, and nothing is lost', async () => {
    const { ask, seen } = open([401], ['unreachable', 'unreachable'])
    expect(await ask()).toBe(401)
    expect(seen.lost).toBe(0)
  })

  it('that is refused for another reason leaves the session alone', async () => {
    const { keeper, seen } = open([401])
    await keeper.sendUnless(async () => false, '/')
    expect(seen).toMatchObject({ calls: 1, renewals: 0 })
  })
})

describe('a page that is refused again and again', () => {
  it('signs the person out past ten, after waits of count² seconds', async () => {
    const { keeper, ask, seen } = open([403])
    const renewals: number[] = []
    keeper.onRenewed(() => void ask())
    keeper.onRenewed(() => renewals.push(Date.now()))
    const startedMs = Date.now()
    await ask()
    await vi.runAllTimersAsync()
    const waits = renewals.map((ms, index) => (ms - (renewals[index - 1] ?? startedMs)) / 1000)
    expect(waits).toEqual([1, 4, 9, 16, 25, 36, 49, 64, 81, 100])
    expect(seen.lost).toBe(1)
  })

  it('counts the refusals of one moment once', async () => {
    const { ask, seen } = open([403])
    await ask()
    await Promise.all([ask(), ask(), ask()])
    await vi.advanceTimersByTimeAsync(1000)
    expect(seen.renewed).toBe(1)
  })

  it('begins again after one good answer', async () => {
    const { ask, seen } = open([403, 403, 200, 403, 403])
    await ask()
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(403)
    await vi.advanceTimersByTimeAsync(1000)
    expect(seen.renewed).toBe(1)
  })
})

describe('what is under way for an ended session', () => {
  it('changes nothing for the next one', async () => {
    const { keeper, ask, seen } = open([403])
    await ask()
    keeper.reset()
    await vi.advanceTimersByTimeAsync(200_000)
    expect(seen).toMatchObject({ renewals: 1, renewed: 0, lost: 0 })
  })
})

describe('a refused socket', () => {
  it.each([
    ['is opened again with a renewed cookie', 'renewed', true],
    ['is opened again when the server could not be reached to renew', 'unreachable', true],
    ['is not when the session is lost', 'refused', false],
  ] as const)('%s', async (_, outcome, isWorthIt) => {
    const { keeper, seen } = open([200], [outcome])
    expect(await keeper.afterSocketRefusal()).toBe(isWorthIt)
    expect(seen.lost).toBe(outcome === 'refused' ? 1 : 0)
  })
})
