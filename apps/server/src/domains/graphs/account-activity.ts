// The activity of an account's devices together, from what changed in each period and how many are on at present. Pure.

import type { ActivityTotals } from '#domains/devices'

export interface AccountPeriod {
  /** By how much the number that are on changed within the period. */
  readonly step: number
  /** For every step, what was left of the period: added for one up, taken away for one down. */
  readonly restMs: number
  readonly begins: number
  readonly ends: number
}

export interface AccountActivity {
  /** How many are on at present. */
  readonly level: number
  /** By the place of the period; nothing changed in one that is missing. */
  readonly periods: ReadonlyMap<number, AccountPeriod>
}

const quiet: AccountPeriod = { step: 0, restMs: 0, begins: 0, ends: 0 }

/** What each period between two moments came to; the last moment is the present. */
export function accountSums(known: AccountActivity | undefined, momentsMs: readonly number[]): ActivityTotals[] {
  const sums: ActivityTotals[] = []
  let level = known?.level ?? 0
  for (let place = momentsMs.length - 2; place >= 0; place -= 1) {
    const { step, restMs, begins, ends } = known?.periods.get(place) ?? quiet
    level -= step
    const lengthMs = (momentsMs[place + 1] ?? 0) - (momentsMs[place] ?? 0)
    sums.push({ onMs: level * lengthMs + restMs, begins, ends })
  }
  return sums.toReversed()
}
