// Says in the reader's language why a call about the account was refused.

import { notify } from '@farport/design-system'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem, AuthProblemCode } from '../../../api/auth-problem.ts'
import type { MessageKey } from '../../../i18n/messages.ts'
import { authProblemText } from '../use-refusal-text.ts'

type ProblemTexts = Readonly<Partial<Record<AuthProblemCode, MessageKey>>>

/** What the same code means to somebody who is signed in. */
const texts: ProblemTexts = {
  INVALID_EMAIL: 'identity.emailInvalid',
  INVALID_EMAIL_OR_PASSWORD: 'identity.currentPasswordWrong',
  USERNAME_EXISTS: 'account.emailTaken',
  CHALLENGE_EXPIRED: 'account.codeExpired',
}

export function useAccountProblemText(): (problem: AuthProblem) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    (problem) => {
      const key = texts[problem.code]
      return key === undefined ? authProblemText(problem, t, i18n.language) : t(key)
    },
    [t, i18n.language],
  )
}

type Answered = { ok: true } | { ok: false; refusal: AuthProblem }

/** Of a call that removes a way to sign in. */
export const removalTexts: ProblemTexts = { CONFLICT: 'account.lastWayIn' }

/**
 * Shows a refusal as a notice; answers whether it went well. `special`: what a code means for this call. Whoever did not want to prove who they are knows that nothing
 * happened.
 */
export function useNotifyAccountProblem(): (answer: Answered, special?: ProblemTexts) => boolean {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  return useCallback(
    (answer, special = {}) => {
      if (answer.ok) return true
      const key = special[answer.refusal.code]
      if (answer.refusal.code !== 'PROOF_NEEDED') notify.error(key === undefined ? textOf(answer.refusal) : t(key))
      return false
    },
    [t, textOf],
  )
}
