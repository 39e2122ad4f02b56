import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Silence } from './silence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { pingActiveMs: 300, pingIntervalMs: 15_000, answerMsMax: 1000, silenceMsMax: 40_000 }

/** An other end that answers as long as it is there. */
function watch(isThere = true) {
  const seen: [what: string, atMs: number][] = []
  const startedAtMs = performance.now()
  const note = (what: string): void => void seen.push([what, Math.round(performance.now() - startedAtMs)])
  const other = { isThere }
  const silence: Silence = new Silence(limits, {
    ask() {
      note('asked')
      if (other.isThere) setTimeout(() => silence.heard(), 40)
    },
    onSilent: () => note('silent'),
    onHeard: () => note('heard'),
    onDead: (silentMs) => note(`dead after ${Math.round(silentMs / 1000)} s`),
  })
  return {
    seen,
    silence,
    other,
    times: (what: string) => seen.filter(([each]) => each === what).map(([, atMs]) => atMs),
  }
}

describe('silence', () => {
  it('after something was said is asked about soon, and then more and more rarely', () => {
    const { silence, times } = watch()
    vi.advanceTimersByTime(60_000)
    silence.active()
    silence.heard()
    vi.advanceTimersByTime(60_000)
    const asked = times('asked').map((atMs) => atMs - 60_000)
    expect(asked.filter((atMs) => atMs > 0 && atMs < 2000).length).toBeGreaterThan(1)
    expect(asked.filter((atMs) => atMs > 0).length).toBeLessThan(12)
    expect(times('silent')).toEqual([])
  })

  it('that is not broken within a second is told, and that it is broken, too', () => {
    const { silence, other, times } = watch()
    vi.advanceTimersByTime(20_000)
    other.isThere = false
    silence.active()
    vi.advanceTimersByTime(1500)
    expect(times('silent')).toHaveLength(1)
    expect(times('silent')[0]).toBeLessThan(20_000 + 300 + 1000 + 100)
    expect(times('heard')).toEqual([])
    silence.heard()
    expect(times('heard')).toHaveLength(1)
    vi.advanceTimersByTime(400)
    expect(times('silent')).toHaveLength(1)
  })

  it('is not asked about while something comes', () => {
    const { silence, times } = watch()
    for (let chunk = 0; chunk < 1000; chunk += 1) {
      silence.active()
      silence.heard()
      vi.advanceTimersByTime(100)
    }
    expect(times('asked')).toEqual([])
  })

  it('that lasts is an end', () => {
    const { seen } = watch(false)
    vi.advanceTimersByTime(120_000)
    expect(seen.at(-1)?.[0]).toMatch(/^dead after 4\d s$/)
  })

  it('does not count while there is nobody to ask', () => {
    const { silence, other, seen } = watch(false)
    silence.rest()
    vi.advanceTimersByTime(600_000)
    expect(seen).toEqual([])
    other.isThere = true
    silence.watch()
    vi.advanceTimersByTime(60_000)
    expect(seen.every(([what]) => what === 'asked')).toBe(true)
  })

  it('during which this process was held up does not count', () => {
    const { silence, other, times } = watch()
    silence.active()
    vi.advanceTimersByTime(250)
    other.isThere = false
    vi.advanceTimersByTime(100)
    expect(times('asked')).toHaveLength(1)
    const clock = vi.spyOn(performance, 'now')
    const heldUpUntilMs = performance.now() + 5000
    clock.mockImplementation(() => heldUpUntilMs)
    vi.advanceTimersByTime(1000)
    expect(times('silent')).toEqual([])
    clock.mockRestore()
    silence.rest()
  })
})
