// Begins a recovery: the server mails a code to the address.

import { ActionButton, Anchor, Stack, TextInput } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, emailLengthMax, emailProblem } from '../credentials.ts'
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
          <TextInput
            label={t('identity.email')}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            maxLength={emailLengthMax}
            value={email}
            error={isProblemShown && wrong !== undefined && t(wrong)}
            autoFocus
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
          <ActionButton
            type="submit"
            fullWidth
            size="md"
            fz="sm"
            mt={4}
            loading={isBusy}
            refusal={email.trim() === '' ? t('identity.emailMissing') : undefined}
            onRefused={() => setIsProblemShown(true)}
          >
            {t('identity.sendCode')}
          </ActionButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
