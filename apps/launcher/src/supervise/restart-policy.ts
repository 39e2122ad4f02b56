// Whether and when a program that died is started again.

export interface RestartLimits {
  /** A life shorter than this was no life. */
  quickDeathMs: number
  quickDeathsMax: number
  /** Of a program that never served: something is wrong with the start itself, and the person should know soon. */
  firstStartQuickDeathsMax: number
  delayMsFirst: number
  delayMsMax: number
}

export const restartLimits: RestartLimits = {
  quickDeathMs: 10_000,
  quickDeathsMax: 20,
  firstStartQuickDeathsMax: 3,
  delayMsFirst: 200,
  delayMsMax: 15_000,
}

export type RestartDecision =
  | { kind: 'restart'; delayMs: number; quickDeaths: number }
  | { kind: 'give-up'; quickDeaths: number }

export interface Death {
  livedMs: number
  /** Quick deaths in a row, before this one. */
  quickDeathsBefore: number
  hasServed: boolean
  /** It said in a sentence why it ends: it knows better than we whether another start would go well. */
  hasExplained: boolean
  /** In [0, 1). */
  random: number
}

export function decideRestart(death: Death, limits: RestartLimits = restartLimits): RestartDecision {
  const quickDeaths = death.livedMs < limits.quickDeathMs ? death.quickDeathsBefore + 1 : 0
  const quickDeathsMax = death.hasServed ? limits.quickDeathsMax : limits.firstStartQuickDeathsMax
  const isHopeless = death.hasExplained && !death.hasServed
  if (isHopeless || quickDeaths >= quickDeathsMax) return { kind: 'give-up', quickDeaths }
  const fullDelayMs = Math.min(limits.delayMsMax, limits.delayMsFirst * 2 ** Math.max(0, quickDeaths - 1))
  return { kind: 'restart', delayMs: Math.round((fullDelayMs / 2) * (1 + death.random)), quickDeaths }
}
