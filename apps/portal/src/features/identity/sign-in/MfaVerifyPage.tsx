// The second factor of a sign-in: a code, or a passkey.

import { LoadingScreen } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { MfaChallenge } from './MfaChallenge.tsx'
import { UnreachablePage } from './UnreachablePage.tsx'
import { useChallenge } from './use-challenge.ts'
import { useNext } from './use-sign-in-step.ts'

export function MfaVerifyPage() {
  const { t } = useTranslation()
  const next = useNext()
  const state = useChallenge()
  switch (state.kind) {
    case 'loading':
      return <LoadingScreen label={t('shell.loading')} />
    case 'none':
      if (state.problem.code === 'UNREACHABLE') return <UnreachablePage />
      return <Navigate to={paths.signIn(next, 'CHALLENGE_EXPIRED')} replace />
    case 'waiting':
      if (state.challenge.challengeName === 'CUSTOM_CHALLENGE')
        return <Navigate to={paths.accountRecovery(next)} replace />
      return <MfaChallenge challenge={state.challenge} />
  }
}
