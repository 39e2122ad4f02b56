// What there is to know before signing in: how the last session ended, what has just been done, what went wrong.

import { NoticeBanner } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { isRefusalCode } from '../../../api/auth-problem.ts'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { useSession } from '../session.tsx'
import { ResendButton } from '../sign-up/ResendButton.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'
import { InsecureNotice } from './InsecureNotice.tsx'
import { providerNames } from './provider-mark.tsx'

/** What a page hands on to the sign-in, in the state of the history entry. */
export interface SignInState {
  wasPasswordReset: boolean
}

export function SignInNotices({ problem, email }: { problem: ToldProblem | undefined; email: string }) {
  const { t } = useTranslation()
  const { session } = useSession()
  const state: unknown = useLocation().state
  const brought = useProblemOfAddress()
  const shown = problem ?? brought
  const hasExpired = session.kind === 'signed-out' && session.hasExpired

  return (
    <>
      <InsecureNotice />
      {shown === undefined && wasPasswordReset(state) && (
        <NoticeBanner tone="success">{t('identity.passwordReset')}</NoticeBanner>
      )}
      {shown === undefined && hasExpired && <NoticeBanner tone="warning">{t('shell.sessionExpired')}</NoticeBanner>}
      <ProblemNotice
        problem={shown}
        action={shown?.code === 'EMAIL_NOT_VERIFIED' ? <ResendButton email={email} /> : undefined}
      />
    </>
  )
}

/** A way through a provider, or a challenge that ran out, ends here with a code in the address. */
function useProblemOfAddress(): ToldProblem | undefined {
  const [search] = useSearchParams()
  const code = search.get('error')
  if (code === null) return undefined
  const provider = new Map<string | null, string>(Object.entries(providerNames)).get(search.get('provider'))
  return { code: isRefusalCode(code) ? code : 'PROVIDER_REFUSED', ...(provider === undefined ? {} : { provider }) }
}

function wasPasswordReset(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'wasPasswordReset' in state && state.wasPasswordReset === true
}
