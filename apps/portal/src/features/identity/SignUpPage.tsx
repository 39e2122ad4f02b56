// Making an account with an address and a password.

import { ActionButton, Anchor, Checkbox, NoticeBanner, PasswordInput, Stack, TextInput } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { auth, type AuthRefusal } from './auth-calls.ts'
import { cleanEmail, emailLengthMax, passwordLength, signUpProblems, type SignUpForm } from './credentials.ts'
import { GuestPage } from './GuestPage.tsx'
import { refusalText } from './refusal-text.ts'
import { ResendButton } from './ResendButton.tsx'

export function SignUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email: emailOfPath } = useParams()
  const [form, setForm] = useState<SignUpForm>({
    email: emailOfPath ?? '',
    password: '',
    passwordAgain: '',
    hasAcceptedTerms: false,
  })
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal | undefined>(undefined)

  const problems = signUpProblems(form)
  const [firstProblem] = Object.values(problems)
  const shown = areProblemsShown ? problems : {}
  const change = (part: Partial<SignUpForm>) => setForm({ ...form, ...part })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setRefusal(undefined)
    if (firstProblem !== undefined) return
    const email = cleanEmail(form.email)
    setIsBusy(true)
    const answer = await auth.signUp({ email, password: form.password })
    setIsBusy(false)
    if (answer.ok) await navigate(paths.signUpVerify(email))
    else setRefusal(answer.refusal)
  }

  return (
    <GuestPage
      title={t('identity.signUpTitle')}
      foot={
        <>
          {t('identity.haveAccount')}{' '}
          <Anchor component={Link} to={paths.signIn()}>
            {t('identity.signIn')}
          </Anchor>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          {refusal === 'account-exists' && (
            <NoticeBanner
              tone="warning"
              title={t('identity.accountExistsTitle')}
              action={<ResendButton email={cleanEmail(form.email)} />}
            >
              {t('identity.accountExists')}
            </NoticeBanner>
          )}
          {refusal !== undefined && refusal !== 'account-exists' && (
            <NoticeBanner tone="danger">{t(refusalText[refusal])}</NoticeBanner>
          )}
          <TextInput
            label={t('identity.email')}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            maxLength={emailLengthMax}
            value={form.email}
            error={shown.email && t(shown.email)}
            autoFocus={form.email === ''}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          <PasswordInput
            label={t('identity.password')}
            description={t('identity.passwordHint', passwordLength)}
            name="new-password"
            autoComplete="new-password"
            value={form.password}
            error={shown.password && t(shown.password, passwordLength)}
            autoFocus={form.email !== ''}
            visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
          <PasswordInput
            label={t('identity.passwordAgain')}
            name="new-password-again"
            autoComplete="new-password"
            value={form.passwordAgain}
            error={shown.passwordAgain && t(shown.passwordAgain)}
            visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
            onChange={(event) => change({ passwordAgain: event.currentTarget.value })}
          />
          <Checkbox
            label={t('identity.acceptTerms')}
            checked={form.hasAcceptedTerms}
            error={shown.hasAcceptedTerms && t(shown.hasAcceptedTerms)}
            onChange={(event) => change({ hasAcceptedTerms: event.currentTarget.checked })}
          />
          <ActionButton
            type="submit"
            fullWidth
            loading={isBusy}
            size="md"
            fz="sm"
            mt={4}
            refusal={firstProblem && t(firstProblem, passwordLength)}
            onRefused={() => setAreProblemsShown(true)}
          >
            {t('identity.signUp')}
          </ActionButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
