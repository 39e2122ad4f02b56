import { describe, expect, it } from 'vitest'
import { formatAge, formatBytes, formatDuration, formatMilliseconds, formatShare } from './format.ts'

const second = 1000
const hour = 3_600_000

describe('a duration', () => {
  it.each([
    [0, '0 seconds', '0 秒'],
    [59 * second, '59 seconds', '59 秒'],
    [61 * second, '1 minute 1 second', '1 分1 秒'],
    [2 * hour + 5 * 60 * second + 3 * second, '2 hours 5 minutes', '2 時間5 分'],
    [24 * hour + 30 * second, '1 day', '1 日'],
  ])('of %i ms', (ms, en, ja) => {
    expect(formatDuration(ms, 'en')).toBe(en)
    expect(formatDuration(ms, 'ja')).toBe(ja)
  })

  it('is rough when it is an age', () => {
    expect(formatAge(2 * hour + 59 * 60 * second, 'en')).toBe('2 hours')
  })
})

describe('a size', () => {
  it.each([
    ['0', '0 bytes'],
    ['999', '999 bytes'],
    ['1000', '1 kB'],
    ['1234567', '1.23 MB'],
    ['9007199254740993', '9,010 TB'],
  ])('of %s bytes', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text)
  })
})

describe('what is measured of a way', () => {
  it.each([
    [0.4321, '0.4 ms', '0.4 ms'],
    [12.6, '13 ms', '13 ms'],
    [1234, '1,234 ms', '1,234 ms'],
  ])('a round trip of %d ms', (ms, en, ja) => {
    expect([formatMilliseconds(ms, 'en'), formatMilliseconds(ms, 'ja')]).toEqual([en, ja])
  })

  it.each([
    [0, '0%'],
    [0.0012, '0.1%'],
    [0.05, '5%'],
  ])('a loss of %d', (part, text) => {
    expect(formatShare(part, 'en')).toBe(text)
  })
})
