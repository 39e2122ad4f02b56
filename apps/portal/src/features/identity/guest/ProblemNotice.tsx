// Why a call was refused, above the form that made it.

import { NoticeBanner } from '@farport/design-system'
import type { ReactNode } from 'react'
import { useAuthProblemText, type ToldProblem } from '../use-refusal-text.ts'

export function ProblemNotice({ problem, action }: { problem: ToldProblem | undefined; action?: ReactNode }) {
  const textOf = useAuthProblemText()
  if (problem === undefined) return null
  return (
    <NoticeBanner tone={tones[problem.code] ?? 'danger'} action={action}>
      {textOf(problem)}
    </NoticeBanner>
  )
}

/** What is no failure, but something that is still to be done. */
const tones: Readonly<Partial<Record<ToldProblem['code'], 'warning'>>> = {
  EMAIL_NOT_VERIFIED: 'warning',
  USERNAME_EXISTS: 'warning',
  CHALLENGE_EXPIRED: 'warning',
}
