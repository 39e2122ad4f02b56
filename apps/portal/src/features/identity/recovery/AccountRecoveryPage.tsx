// For those who have lost their second factor: a mailed code and the recovery code together let them in.

import { LoadingScreen } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecoveryCodesForm } from './RecoveryCodesForm.tsx'
import { RecoveryStartForm } from './RecoveryStartForm.tsx'
import { useChallenge } from '../sign-in/use-challenge.ts'

export function AccountRecoveryPage() {
  const { t } = useTranslation()
  const challenge = useChallenge()
  const [email, setEmail] = useState('')
  const [hasStarted, setHasStarted] = useState(false)
  if (challenge.kind === 'loading') return <LoadingScreen label={t('shell.loading')} />

  const isUnderWay = challenge.kind === 'waiting' && challenge.challenge.challengeName === 'CUSTOM_CHALLENGE'
  return hasStarted || isUnderWay ? (
    <RecoveryCodesForm email={email} />
  ) : (
    <RecoveryStartForm email={email} onEmail={setEmail} onStarted={() => setHasStarted(true)} />
  )
}
