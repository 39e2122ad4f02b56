// Signing in: the address first, then the password.

import { Anchor, Button, Checkbox, NoticeBanner, PasswordInput, Stack, TextInput } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths, safeNextPath } from '../../paths.ts'
import { auth, type AuthRefusal } from './auth-calls.ts'
import { cleanEmail, emailLengthMax, emailProblem } from './credentials.ts'
import { GuestPage } from './GuestPage.tsx'
import { refusalText } from './refusal-text.ts'
import { ResendButton } from './ResendButton.tsx'
import { useSession } from './session.tsx'

const rememberedEmailKey = 'sign-in-email'

export function SignInPage() {
  const { t } = useTranslation()
  const { session, check } = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [email, setEmail] = useState(() => localStorage.getItem(rememberedEmailKey) ?? '')
  const [password, setPassword] = useState('')
  const [isRemembered, setIsRemembered] = useState(() => localStorage.getItem(rememberedEmailKey) !== null)
  const [step, setStep] = useState<'email' | 'password'>('email')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [refusal, setRefusal] = useState<AuthRefusal | undefined>(undefined)
  const hasExpired = session.kind === 'signed-out' && session.hasExpired

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setRefusal(undefined)
    const emailWrong = emailProblem(email)
    if (emailWrong !== undefined) return setProblem(t(emailWrong))
    setProblem(undefined)
    if (step === 'email') return setStep('password')
    if (password === '') return setProblem(t('identity.missingCredentials'))

    setIsBusy(true)
    const answer = await auth.signIn({ email: cleanEmail(email), password, rememberMe: isRemembered })
    setIsBusy(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    if (isRemembered) localStorage.setItem(rememberedEmailKey, cleanEmail(email))
    else localStorage.removeItem(rememberedEmailKey)
    await check()
    await navigate(safeNextPath(search.get('next')), { replace: true })
  }

  return (
    <GuestPage
      title={t('identity.signInTitle')}
      hint={t('identity.signInHint')}
      foot={
        <>
          {t('identity.noAccount')}{' '}
          <Anchor component={Link} to={paths.signUp(cleanEmail(email))}>
            {t('identity.createAccount')}
          </Anchor>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          {hasExpired && refusal === undefined && (
            <NoticeBanner tone="warning">{t('shell.sessionExpired')}</NoticeBanner>
          )}
          {refusal !== undefined && (
            <NoticeBanner
              tone={refusal === 'not-verified' ? 'warning' : 'danger'}
              action={refusal === 'not-verified' ? <ResendButton email={cleanEmail(email)} /> : undefined}
            >
              {t(refusalText[refusal])} {refusal === 'wrong-credentials' && t('identity.signInFailedHint')}
            </NoticeBanner>
          )}
          <TextInput
            label={t('identity.email')}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            maxLength={emailLengthMax}
            value={email}
            error={step === 'email' ? problem : undefined}
            autoFocus
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {step === 'password' && (
            <PasswordInput
              label={t('identity.password')}
              name="password"
              autoComplete="current-password"
              value={password}
              error={problem}
              autoFocus
              visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          <Checkbox
            label={t('identity.rememberMe')}
            checked={isRemembered}
            onChange={(event) => setIsRemembered(event.currentTarget.checked)}
          />
          <Button type="submit" fullWidth loading={isBusy} size="md" fz="sm" mt={4}>
            {step === 'email' ? t('identity.next') : t('identity.signIn')}
          </Button>
        </Stack>
      </form>
    </GuestPage>
  )
}
