// What the page of the second factor shows for a challenge. Pure.

import type { ChallengeAnswer, ChallengeName } from '@farport/contract'

/** The factors that are answered on this page. */
export type Factor = Exclude<ChallengeName, 'CUSTOM_CHALLENGE'>

export interface MfaView {
  factor: Factor
  /** Other factors that the person may turn to. */
  others: Factor[]
  canRecover: boolean
}

/** `chosen`: the factor that the person has turned to, if any. */
export function mfaView(
  { challengeName, alternatives }: Pick<ChallengeAnswer, 'challengeName' | 'alternatives'>,
  chosen: Factor | undefined,
): MfaView {
  const offered = [challengeName, ...alternatives].filter((name) => name !== 'CUSTOM_CHALLENGE')
  const factor = chosen !== undefined && offered.includes(chosen) ? chosen : (offered[0] ?? 'SOFTWARE_TOKEN_MFA')
  return {
    factor,
    others: [...new Set(offered)].filter((name) => name !== factor),
    canRecover: alternatives.includes('CUSTOM_CHALLENGE'),
  }
}
