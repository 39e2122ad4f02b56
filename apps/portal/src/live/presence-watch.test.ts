import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sleepGapMs, watchPresence } from './presence-watch.ts'

const minuteMs = 60_000

/** As much of a page as it looks at. */
class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible'
}

let page: Page
let screen: EventTarget
let returns: number
let watch: Disposable

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  screen = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', screen)
  returns = 0
  watch = watchPresence(() => (returns += 1))
})

afterEach(() => {
  watch[Symbol.dispose]()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The machine sleeps: time goes on, and nothing runs. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)
const focus = () => screen.dispatchEvent(new Event('focus'))
function turn(visibilityState: Page['visibilityState']): void {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

describe('a window', () => {
  it('that is there all the time has not been away', () => {
    for (let hour = 0; hour < 3; hour += 1) {
      vi.advanceTimersByTime(60 * minuteMs)
      focus()
    }
    expect(returns).toBe(0)
  })

  it.each([
    ['as long as nothing is missed', sleepGapMs, 0],
    ['longer', sleepGapMs + 1, 1],
  ])('that slept %s', (_, ms, expected) => {
    sleep(ms)
    focus()
    expect(returns).toBe(expected)
  })

  it('that slept notices it by itself, with the next tick, once', () => {
    sleep(sleepGapMs)
    vi.advanceTimersByTime(minuteMs)
    expect(returns).toBe(1)
    vi.advanceTimersByTime(10 * minuteMs)
    focus()
    expect(returns).toBe(1)
  })

  it('in the background is not there, though its clock ticks: its return is noticed', () => {
    turn('hidden')
    vi.advanceTimersByTime(sleepGapMs + minuteMs)
    expect(returns).toBe(0)
    turn('visible')
    expect(returns).toBe(1)
  })

  it('that was in the background for a moment missed nothing', () => {
    turn('hidden')
    vi.advanceTimersByTime(5 * minuteMs)
    turn('visible')
    expect(returns).toBe(0)
  })

  it('that gets its network back asks at once, however short it was', () => {
    screen.dispatchEvent(new Event('online'))
    expect(returns).toBe(1)
  })

  it('that is closed asks no more', () => {
    watch[Symbol.dispose]()
    sleep(2 * sleepGapMs)
    vi.advanceTimersByTime(10 * minuteMs)
    focus()
    turn('visible')
    screen.dispatchEvent(new Event('online'))
    expect(returns).toBe(0)
  })
})
