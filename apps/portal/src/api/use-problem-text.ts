// Says a problem in words; shows one as a notice.

import type { CombinedError } from '@urql/core'
import { notify } from '@farport/design-system'
import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf, type Problem } from './problem.ts'

export function useProblemText(): (error: CombinedError) => string {
  const { t } = useTranslation()
  return useCallback((error) => problemText(problemOf(error), t), [t])
}

/** Shows what went wrong with a change as a notice; answers whether it went well. */
export function useNotifyProblem(): (result: { error?: CombinedError | undefined }) => boolean {
  const textOf = useProblemText()
  return useCallback(
    ({ error }) => {
      if (error !== undefined && problemOf(error).kind !== 'signed-out') notify.error(textOf(error))
      return error === undefined
    },
    [textOf],
  )
}

function problemText(problem: Problem, t: TFunction): string {
  switch (problem.kind) {
    case 'unreachable':
      return t('shell.unreachable')
    case 'signed-out':
      return t('shell.sessionExpired')
    case 'throttled':
      return t('shell.throttled')
    case 'refused':
      return problem.message
    case 'fault':
      return problem.moreCount === 0
        ? t('shell.graphqlError', { message: problem.message })
        : t('shell.graphqlErrors', { message: problem.message, count: problem.moreCount })
  }
}
