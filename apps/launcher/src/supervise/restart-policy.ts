// Whether and when a program that died is started again.

export interface RestartLimits {
  /** A life shorter than this was no life. */
  quickDeathMs: number
  quickDeathsMax: number
  delayMsFirst: number
  delayMsMax: number
}

export const restartLimits: RestartLimits = {
  quickDeathMs: 10_000,
  quickDeathsMax: 20,
  delayMsFirst: 200,
  delayMsMax: 15_000,
}

/** Something is wrong with the start itself: say so soon. */
export const firstStartQuickDeathsMax = 3

export type RestartDecision =
  | { kind: 'restart'; delayMs: number; quickDeaths: number }
  | { kind: 'give-up'; quickDeaths: number }

export interface Death {
  livedMs: number
  /** Quick deaths in a row, before this one. */
  quickDeathsBefore: number
  hasServed: boolean
  /** In [0, 1). */
  random: number
}

export function decideRestart(death: Death, limits: RestartLimits = restartLimits): RestartDecision {
  const quickDeaths = death.livedMs < limits.quickDeathMs ? death.quickDeathsBefore + 1 : 0
  const quickDeathsMax = death.hasServed ? limits.quickDeathsMax : firstStartQuickDeathsMax
  if (quickDeaths >= quickDeathsMax) return { kind: 'give-up', quickDeaths }
  const fullDelayMs = Math.min(limits.delayMsMax, limits.delayMsFirst * 2 ** Math.max(0, quickDeaths - 1))
  return { kind: 'restart', delayMs: Math.round((fullDelayMs / 2) * (1 + death.random)), quickDeaths }
}
