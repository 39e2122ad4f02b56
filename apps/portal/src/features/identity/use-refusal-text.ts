// What to tell the person about a refused call of signing in or up.

import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem } from '../../api/auth-problem.ts'
import { formatDuration } from '../../i18n/format.ts'
import { passwordLength } from './credentials.ts'

/** A refusal, and with whom it was tried where the sentence needs that. */
export type ToldProblem = Pick<AuthProblem, 'code' | 'retryAfterSeconds'> & { provider?: string }

export function useAuthProblemText(): (problem: ToldProblem) => string {
  const { t, i18n } = useTranslation()
  return useCallback((problem) => authProblemText(problem, t, i18n.language), [t, i18n.language])
}

export function authProblemText(problem: ToldProblem, t: TFunction, language: string): string {
  const { code, retryAfterSeconds, provider } = problem
  return t(`identity.refusal.${code}`, {
    ...passwordLength,
    provider: provider ?? t('identity.theProvider'),
    wait: retryAfterSeconds === undefined ? t('identity.aLittle') : formatWait(retryAfterSeconds, language),
  })
}

/** In one unit, and rather longer than too short. */
function formatWait(seconds: number, language: string): string {
  const minutes = Math.ceil(seconds / 60)
  const roundedSeconds = seconds <= 60 ? seconds : minutes <= 60 ? minutes * 60 : Math.ceil(minutes / 60) * 3600
  return formatDuration(roundedSeconds * 1000, language, 1)
}
