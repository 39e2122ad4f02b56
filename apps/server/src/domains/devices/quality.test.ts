import { expect, it } from 'vitest'
import { qualityOf } from './quality.ts'

const day = 86_400_000

it.each([
  ['always there', { availability: 1, instability: 0 }, day, 'GOOD'],
  ['just good enough', { availability: 0.9, instability: 1 }, day, 'GOOD'],
  ['away a little too long', { availability: 0.89, instability: 1 }, day, 'MODERATE'],
  ['dropping a little too often', { availability: 1, instability: 1.1 }, day, 'MODERATE'],
  ['just moderate', { availability: 0.5, instability: 5 }, day, 'MODERATE'],
  ['away most of the time', { availability: 0.49, instability: 0 }, day, 'POOR'],
  ['dropping all the time', { availability: 0.99, instability: 5.1 }, day, 'POOR'],
  ['never there', { availability: 0, instability: 0 }, day, 'UNKNOWN'],
  ['of which nothing was counted', undefined, day, 'UNKNOWN'],
  ['there for an hour', { availability: 1, instability: 0 }, 3_600_000, 'GOOD'],
  ['there for less', { availability: 1, instability: 0 }, 3_599_999, 'UNKNOWN'],
] as const)('a device %s', (_, averages, ageMs, quality) => {
  expect(qualityOf(averages, { ageMs })).toBe(quality)
})
