// Where the link in the mail to a new address leads: makes that address the account's, and says how it went.

import { NoticeBanner } from '@farport/design-system'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { AuthProblem } from '../../../../api/auth-problem.ts'
import { paths } from '../../../../paths.ts'
import { useSession } from '../../session.tsx'
import { account } from '../account-calls.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'

type Outcome = { kind: 'changed' } | { kind: 'refused'; problem: AuthProblem }

/** `token`: of the address in the browser; null when the person came by themselves. */
export function EmailLink({ token }: { token: string | null }) {
  const { t } = useTranslation()
  const textOf = useAccountProblemText()
  const navigate = useNavigate()
  const { api, check } = useSession()
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  // A link works once, and must not be used by a second drawing.
  const used = useRef<string | null>(null)

  useEffect(() => {
    if (token === null || used.current === token) return
    used.current = token
    const use = async () => {
      const answer = await account.confirmEmail(token)
      setOutcome(answer.ok ? { kind: 'changed' } : { kind: 'refused', problem: answer.refusal })
      // What is used up does not stay in the history.
      await navigate(paths.accountOverview(), { replace: true })
      if (!answer.ok) return
      await check()
      api.refresh(['Profile'])
    }
    void use()
  }, [token, navigate, check, api])

  if (outcome === undefined) return null
  if (outcome.kind === 'changed') return <NoticeBanner tone="success">{t('account.emailChanged')}</NoticeBanner>
  const { problem } = outcome
  return (
    <NoticeBanner tone="danger">
      {problem.code === 'INVALID_TOKEN' ? t('account.emailLinkInvalid') : textOf(problem)}
    </NoticeBanner>
  )
}
