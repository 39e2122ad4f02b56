// Asks for a code to choose a new password with.

import { Anchor, Stack } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, emailProblem } from '../credentials.ts'
import { EmailField } from '../guest/EmailField.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
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
          <EmailField
            value={email}
            problem={isProblemShown ? wrong : undefined}
            autoFocus
            onChange={(value) => setEmail(value)}
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
