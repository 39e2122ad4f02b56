import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageLoadError, loadPage, retryWaitsMs } from './load-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails so many times, then loads. */
function page(failures: number) {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= failures) throw new TypeError('Failed to fetch')
    return `page after ${tries} tries`
  }
}

describe('the code of a page', () => {
  it.each([
    ['comes at once', 0, 'page after 1 tries'],
    ['is waited for', 2, 'page after 3 tries'],
    ['is waited for to the last try', retryWaitsMs.length, `page after ${retryWaitsMs.length + 1} tries`],
  ])('%s', async (_, failures, text) => {
    const loading = loadPage(page(failures))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await loading).toBe(text)
  })

  it('is given up at last', async () => {
    const loading = loadPage(page(100)).catch((fault: unknown) => fault)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await loading).toBeInstanceOf(PageLoadError)
  })
})
