// Changes the password of whoever is signed in.

import { Anchor, Stack, notify } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { newPasswordProblems, passwordLength, type NewPassword } from '../credentials.ts'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { KnownUsername } from '../guest/KnownUsername.tsx'
import { PasswordField } from '../guest/PasswordField.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { useViewer } from '../session.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

export function UpdatePasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email } = useViewer()
  const [currentPassword, setCurrentPassword] = useState('')
  const [form, setForm] = useState<NewPassword>({ password: '', passwordAgain: '' })
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const problems = newPasswordProblems(form)
  const firstProblem = currentPassword === '' ? 'identity.currentPasswordMissing' : Object.values(problems)[0]

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setProblem(undefined)
    if (firstProblem !== undefined || isBusy) return
    setIsBusy(true)
    const answer = await auth.changePassword({ currentPassword, password: form.password })
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer.refusal)
    notify.success(t('identity.passwordChanged'))
    await navigate(paths.devices(), { replace: true })
  }

  return (
    <GuestPage
      title={t('identity.updatePasswordTitle')}
      hint={email}
      foot={
        <Anchor component={Link} to={paths.devices()}>
          {t('identity.continueToDevices')}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          <KnownUsername email={email} />
          {problem?.code !== 'INVALID_EMAIL_OR_PASSWORD' && <ProblemNotice problem={problem} />}
          <PasswordField
            label={t('identity.currentPassword')}
            name="current-password"
            autoComplete="current-password"
            value={currentPassword}
            error={problem?.code === 'INVALID_EMAIL_OR_PASSWORD' && t('identity.currentPasswordWrong')}
            autoFocus
            onChange={(text) => setCurrentPassword(text)}
          />
          <NewPasswordFields
            value={form}
            onChange={(change) => setForm({ ...form, ...change })}
            problems={areProblemsShown ? problems : {}}
            email={email}
          />
          <SubmitButton
            isBusy={isBusy}
            refusal={firstProblem && t(firstProblem, passwordLength)}
            onRefused={() => setAreProblemsShown(true)}
          >
            {t('identity.updatePassword')}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
