// How well a device stays online, in a word. Pure.

import type { ActivityAverages } from './activity.ts'

/** In their order: the place of each is what the database keeps. */
export const qualities = ['UNKNOWN', 'POOR', 'MODERATE', 'GOOD'] as const

export type Quality = (typeof qualities)[number]

const hourMs = 3_600_000
/** Before that, one bad minute would be most of what is known. */
const knownAfterMs = hourMs

/** At least so much of the time, and dropped no more often a day than this. */
const bounds = {
  good: { availability: 0.9, instability: 1 },
  moderate: { availability: 0.5, instability: 5 },
} as const

/** A device that has not been online at all may be switched off, or in its box: nothing is known of its connection. */
export function qualityOf(averages: ActivityAverages | undefined, { ageMs }: { ageMs: number }): Quality {
  if (averages === undefined || averages.availability === 0 || ageMs < knownAfterMs) return 'UNKNOWN'
  const isWithin = ({ availability, instability }: ActivityAverages) =>
    averages.availability >= availability && averages.instability <= instability
  if (isWithin(bounds.good)) return 'GOOD'
  return isWithin(bounds.moderate) ? 'MODERATE' : 'POOR'
}
