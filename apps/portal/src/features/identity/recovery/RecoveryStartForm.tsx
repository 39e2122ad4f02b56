// Begins a recovery: the server mails a code to the address.

import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { AskByEmail } from '../guest/AskByEmail.tsx'
import { useNext } from '../sign-in/use-sign-in-step.ts'

interface RecoveryStartFormProps {
  email: string
  onEmail: (email: string) => void
  onStarted: () => void
}

export function RecoveryStartForm({ email, onEmail, onStarted }: RecoveryStartFormProps) {
  const { t } = useTranslation()
  const next = useNext()
  return (
    <AskByEmail
      title={t('recovery.recoveryTitle')}
      hint={t('recovery.recoveryStartHint')}
      backTo={paths.signIn(next)}
      email={email}
      onEmail={onEmail}
      ask={auth.startRecovery}
      onAsked={onStarted}
    />
  )
}
