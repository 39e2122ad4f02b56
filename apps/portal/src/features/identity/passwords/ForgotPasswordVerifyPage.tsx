// Chooses a new password with the code of the mail.

import { Anchor, Stack } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { MessageKey } from '../../../i18n/messages.ts'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, passwordLength } from '../credentials.ts'
import { EmailField } from '../guest/EmailField.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { CodeInput } from '../guest/CodeInput.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { KnownUsername } from '../guest/KnownUsername.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import type { SignInState } from '../sign-in/SignInNotices.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { resetProblems, type ResetForm } from './reset-form.ts'

export function ForgotPasswordVerifyPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const emailOfAddress = search.get('email') ?? ''
  const [form, setForm] = useState<ResetForm>({ email: emailOfAddress, code: '', password: '', passwordAgain: '' })
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const problems = resetProblems(form)
  const [firstProblem] = Object.values(problems)
  const shown = areProblemsShown ? problems : {}
  const codeWrong: MessageKey | undefined =
    problem?.code === 'EMAIL_CODE_INVALID' ? 'identity.refusal.EMAIL_CODE_INVALID' : shown.code
  const change = (part: Partial<ResetForm>) => setForm({ ...form, ...part })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setProblem(undefined)
    if (firstProblem !== undefined || isBusy) return
    setIsBusy(true)
    const { code, password } = form
    const answer = await auth.resetPassword({ email: cleanEmail(form.email), code: code.trim(), password })
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer.refusal)
    const state: SignInState = { wasPasswordReset: true }
    await navigate(paths.signIn(), { replace: true, state })
  }

  return (
    <GuestPage
      title={t('identity.resetTitle')}
      hint={emailOfAddress === '' ? t('identity.resetHintPlain') : t('identity.resetHint', { email: emailOfAddress })}
      foot={
        <Anchor component={Link} to={paths.forgotPassword(cleanEmail(form.email))}>
          {t('identity.sendAnotherCode')}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          {problem?.code !== 'EMAIL_CODE_INVALID' && <ProblemNotice problem={problem} />}
          {emailOfAddress !== '' && <KnownUsername email={emailOfAddress} />}
          {emailOfAddress === '' && (
            <EmailField value={form.email} problem={shown.email} onChange={(value) => change({ email: value })} />
          )}
          <CodeInput
            label={t('identity.verificationCode')}
            kind="text"
            value={form.code}
            error={codeWrong && t(codeWrong)}
            autoFocus
            onChange={(code) => change({ code })}
          />
          <NewPasswordFields value={form} onChange={change} problems={shown} email={form.email} />
          <SubmitButton
            isBusy={isBusy}
            refusal={firstProblem && t(firstProblem, passwordLength)}
            onRefused={() => setAreProblemsShown(true)}
          >
            {t('identity.resetPassword')}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
