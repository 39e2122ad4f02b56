// Asks for a code to choose a new password with.

import { ActionButton, Anchor, Stack, TextInput } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, emailLengthMax, emailProblem } from '../credentials.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'

export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [email, setEmail] = useState(search.get('email') ?? '')
  const [isProblemShown, setIsProblemShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const wrong = emailProblem(email)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsProblemShown(true)
    setProblem(undefined)
    if (wrong !== undefined || isBusy) return
    setIsBusy(true)
    const answer = await auth.forgotPassword(cleanEmail(email))
    setIsBusy(false)
    if (answer.ok) await navigate(paths.forgotPasswordVerify(cleanEmail(email)))
    else setProblem(answer.refusal)
  }

  return (
    <GuestPage
      title={t('identity.forgotPasswordTitle')}
      hint={t('identity.forgotPasswordHint')}
      foot={
        <Anchor component={Link} to={paths.signIn()}>
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
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <ActionButton
            type="submit"
            fullWidth
            loading={isBusy}
            size="md"
            fz="sm"
            mt={4}
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
