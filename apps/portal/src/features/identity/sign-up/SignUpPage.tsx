// Making an account with an address and a password.

import { Anchor, Checkbox, Stack } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, passwordLength, signUpProblems, type SignUpForm } from '../credentials.ts'
import { EmailField } from '../guest/EmailField.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { NewPasswordFields } from '../passwords/NewPasswordFields.tsx'
import { initialRoute } from '../session/window-route.ts'
import { ProviderButtons } from '../sign-in/ProviderButtons.tsx'
import { useProviders } from '../sign-in/use-providers.ts'
import { useNext } from '../sign-in/use-sign-in-step.ts'
import type { ToldProblem } from '../use-refusal-text.ts'
import { AccountExistsNotice } from './AccountExistsNotice.tsx'
import { CaptchaLine } from './CaptchaLine.tsx'
import { useCaptcha } from './use-captcha.ts'

export function SignUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const next = useNext()
  const { email: emailOfPath } = useParams()
  const providers = useProviders()
  const { captcha, state: captchaState } = useCaptcha()
  const [form, setForm] = useState<SignUpForm>({
    email: emailOfPath ?? '',
    password: '',
    passwordAgain: '',
    hasAcceptedTerms: false,
  })
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)

  const problems = signUpProblems(form)
  const [firstProblem] = Object.values(problems)
  const shown = areProblemsShown ? problems : {}
  const change = (part: Partial<SignUpForm>) => setForm({ ...form, ...part })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setProblem(undefined)
    if (firstProblem !== undefined || isBusy) return
    setIsBusy(true)
    await signUp(cleanEmail(form.email))
    setIsBusy(false)
  }

  const signUp = async (email: string) => {
    const solution = await captcha.take()
    if (solution === undefined) return setProblem({ code: 'CAPTCHA_INVALID' })
    const answer = await auth.signUp({ email, password: form.password, captcha: solution, acceptTerms: true })
    if (!answer.ok) {
      captcha.begin()
      return setProblem(answer.refusal)
    }
    if (next !== undefined) initialRoute.keep(next)
    await navigate(paths.signUpVerify(email))
  }

  return (
    <GuestPage
      title={t('identity.signUpTitle')}
      foot={
        <>
          {t('identity.haveAccount')}{' '}
          <Anchor component={Link} to={paths.signIn(next)}>
            {t('identity.signIn')}
          </Anchor>
        </>
      }
    >
      <Stack gap="md" mt="lg">
        <ProviderButtons providers={providers ?? []} next={next} rememberMe />
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="sm">
            {problem?.code === 'USERNAME_EXISTS' ? (
              <AccountExistsNotice email={cleanEmail(form.email)} />
            ) : (
              <ProblemNotice problem={problem} />
            )}
            <EmailField
              value={form.email}
              problem={shown.email}
              autoFocus={form.email === ''}
              onChange={(value) => change({ email: value })}
            />
            <NewPasswordFields
              value={form}
              onChange={change}
              problems={shown}
              email={form.email}
              autoFocus={form.email !== ''}
            />
            <Checkbox
              label={t('identity.acceptTerms')}
              checked={form.hasAcceptedTerms}
              error={shown.hasAcceptedTerms && t(shown.hasAcceptedTerms)}
              onChange={(event) => change({ hasAcceptedTerms: event.currentTarget.checked })}
            />
            <CaptchaLine state={captchaState} onRetry={captcha.begin} />
            <SubmitButton
              isBusy={isBusy}
              refusal={firstProblem && t(firstProblem, passwordLength)}
              onRefused={() => setAreProblemsShown(true)}
            >
              {t('identity.signUp')}
            </SubmitButton>
          </Stack>
        </form>
      </Stack>
    </GuestPage>
  )
}
