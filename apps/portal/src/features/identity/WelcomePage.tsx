// The operator's first sign-in: the printed link opens the door, then an address and a password are chosen.

import { Button, LoadingScreen, NoticeBanner, PasswordInput, Stack, TextInput, notify } from '@farport/design-system'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { auth, type AuthRefusal } from './auth-calls.ts'
import { cleanEmail, emailProblem, passwordLength, passwordProblem } from './credentials.ts'
import { GuestPage } from './GuestPage.tsx'
import { refusalText } from './refusal-text.ts'
import { useSession } from './session.tsx'

export function WelcomePage() {
  const { t } = useTranslation()
  const { session, check } = useSession()
  const [search, setSearch] = useSearchParams()
  const [hasFailed, setHasFailed] = useState(false)
  const token = search.get('token')

  useEffect(() => {
    if (token === null) return
    // The token works once: it leaves the address at once, also from the browser's history.
    void open(token)
    async function open(presented: string) {
      const answer = await openOnce(presented)
      if (answer.ok) await check()
      else setHasFailed(true)
      setSearch({}, { replace: true })
    }
  }, [token, check, setSearch])

  if (session.kind === 'signed-in' && token === null)
    return session.viewer.hasPassword ? <Navigate to={paths.devices()} replace /> : <WelcomeForm />
  if (token === null && (hasFailed || session.kind === 'signed-out')) {
    return (
      <GuestPage title={t('identity.welcomeInvalidTitle')} hint={t('identity.welcomeInvalid')}>
        <Button component={Link} to={paths.signIn()} mt="lg">
          {t('identity.continueToSignIn')}
        </Button>
      </GuestPage>
    )
  }
  return <LoadingScreen label={t('identity.opening')} />
}

let opening: { token: string; answer: ReturnType<typeof auth.openWelcome> } | undefined

/** React may run an effect twice; the token is presented once all the same. */
function openOnce(token: string): ReturnType<typeof auth.openWelcome> {
  if (opening?.token !== token) opening = { token, answer: auth.openWelcome({ token }) }
  return opening.answer
}

function WelcomeForm() {
  const { t } = useTranslation()
  const { check } = useSession()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [passwordAgain, setPasswordAgain] = useState('')
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal | undefined>(undefined)

  const emailWrong = emailProblem(email)
  const passwordWrong = passwordProblem(password)
  const areDifferent = password !== passwordAgain

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    if (emailWrong !== undefined || passwordWrong !== undefined || areDifferent) return
    setIsBusy(true)
    const answer = await auth.finishWelcome({ email: cleanEmail(email), password })
    setIsBusy(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    await check()
    notify.success(t('identity.welcomeDone'))
    await navigate(paths.devices(), { replace: true })
  }

  return (
    <GuestPage title={t('identity.welcomeTitle')} hint={t('identity.welcomeText')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          {refusal !== undefined && <NoticeBanner tone="danger">{t(refusalText[refusal])}</NoticeBanner>}
          <TextInput
            label={t('identity.email')}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            error={areProblemsShown && emailWrong !== undefined && t(emailWrong)}
            autoFocus
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('identity.password')}
            description={t('identity.passwordHint', passwordLength)}
            name="new-password"
            autoComplete="new-password"
            value={password}
            error={areProblemsShown && passwordWrong !== undefined && t(passwordWrong, passwordLength)}
            visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('identity.passwordAgain')}
            name="new-password-again"
            autoComplete="new-password"
            value={passwordAgain}
            error={areProblemsShown && areDifferent && t('identity.passwordsDiffer')}
            visibilityToggleButtonProps={{ 'aria-label': t('identity.showPassword') }}
            onChange={(event) => setPasswordAgain(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={isBusy} size="md" fz="sm" mt={4}>
            {t('identity.welcomeSave')}
          </Button>
        </Stack>
      </form>
    </GuestPage>
  )
}
