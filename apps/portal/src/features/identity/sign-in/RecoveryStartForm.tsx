// Begins a recovery: the server mails a code to the address.

import { Anchor, Stack } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, emailProblem } from '../credentials.ts'
import { EmailField } from '../guest/EmailField.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'
import { useNext } from './use-sign-in-step.ts'

interface RecoveryStartFormProps {
  email: string
  onEmail: (email: string) => void
  onStarted: () => void
}

export function RecoveryStartForm({ email, onEmail, onStarted }: RecoveryStartFormProps) {
  const { t } = useTranslation()
  const next = useNext()
  const [isBusy, setIsBusy] = useState(false)
  const [isProblemShown, setIsProblemShown] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const wrong = emailProblem(email)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsProblemShown(true)
    setProblem(undefined)
    if (wrong !== undefined || isBusy) return
    setIsBusy(true)
    const answer = await auth.startRecovery(cleanEmail(email))
    setIsBusy(false)
    if (answer.ok) onStarted()
    else setProblem(answer.refusal)
  }

  return (
    <GuestPage
      title={t('identity.recoveryTitle')}
      hint={t('identity.recoveryStartHint')}
      foot={
        <Anchor component={Link} to={paths.signIn(next)}>
          {t('identity.backToSignIn')}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          <ProblemNotice problem={problem} />
          <EmailField
            value={email}
            problem={isProblemShown ? wrong : undefined}
            autoFocus
            onChange={(value) => onEmail(value)}
          />
          <SubmitButton
            isBusy={isBusy}
            refusal={email.trim() === '' ? t('identity.emailMissing') : undefined}
            onRefused={() => setIsProblemShown(true)}
          >
            {t('identity.sendCode')}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
