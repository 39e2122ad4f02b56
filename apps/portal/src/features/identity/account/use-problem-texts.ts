// Says in the reader's language why a call about the account was refused.

import { notify } from '@farport/design-system'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem, AuthProblemCode } from '../../../api/auth-problem.ts'
import type { MessageKey } from '../../../i18n/messages.ts'
import { authProblemText } from '../use-refusal-text.ts'

/** What the same code means to somebody who is signed in. */
const texts: Readonly<Partial<Record<AuthProblemCode, MessageKey>>> = {
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

/**
 * Shows a refusal as a notice; answers whether it went well. Whoever did not want to prove who they are knows that nothing
 * happened.
 */
export function useNotifyAccountProblem(): (answer: Answered) => boolean {
  const textOf = useAccountProblemText()
  return useCallback(
    (answer) => {
      if (answer.ok) return true
      if (answer.refusal.code !== 'PROOF_NEEDED') notify.error(textOf(answer.refusal))
      return false
    },
    [textOf],
  )
}
