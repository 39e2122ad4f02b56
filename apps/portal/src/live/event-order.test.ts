import { describe, expect, it } from 'vitest'
import { createEventOrder, rememberMs, targetsMax } from './event-order.ts'

describe('the order of events', () => {
  const event = (timestampMs: number, ...targetIds: string[]) => ({ targetIds, timestampMs })

  it.each([
    ['a later event of the same target', event(200, 'd-1'), true],
    ['an earlier event of the same target', event(50, 'd-1'), false],
    ['an event of the same moment', event(100, 'd-1'), true],
    ['an earlier event of another target', event(50, 'd-2'), true],
    ['an earlier event of this target and another', event(50, 'd-2', 'd-1'), false],
  ])('%s', (_, next, isNews) => {
    const order = createEventOrder(() => 0)
    order.isNews(event(100, 'd-1'))
    expect(order.isNews(next)).toBe(isNews)
  })

  it('is forgotten after five minutes', () => {
    let now = 0
    const order = createEventOrder(() => now)
    order.isNews(event(100, 'd-1'))
    now = rememberMs + 1
    expect(order.isNews(event(50, 'd-1'))).toBe(true)
  })

  it('is remembered for a bounded number of targets', () => {
    const order = createEventOrder(() => 0)
    for (let index = 0; index <= targetsMax + 1; index += 1) order.isNews(event(100, `d-${index}`))
    expect(order.isNews(event(50, 'd-0'))).toBe(true)
    expect(order.isNews(event(50, `d-${targetsMax}`))).toBe(false)
  })
})
