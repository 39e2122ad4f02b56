// The operator's first sign-in: the printed link opens the door, then an address and a password are chosen.

import { Button, LoadingScreen, Stack, notify } from '@farport/design-system'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, emailProblem, newPasswordProblems, type NewPassword } from '../credentials.ts'
import { EmailField } from '../guest/EmailField.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { NewPasswordFields } from '../passwords/NewPasswordFields.tsx'
import { useSession } from '../session.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'

export function WelcomePage() {
  const { t } = useTranslation()
  const { session, enter } = useSession()
  const [search, setSearch] = useSearchParams()
  const [hasFailed, setHasFailed] = useState(false)
  const token = search.get('token')

  useEffect(() => {
    if (token === null) return
    // The token works once: it leaves the address at once, also from the browser's history.
    void open(token)
    async function open(presented: string) {
      const answer = await openOnce(presented)
      if (answer.ok) await enter()
      else setHasFailed(true)
      setSearch({}, { replace: true })
    }
  }, [token, enter, setSearch])

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
  if (opening?.token !== token) opening = { token, answer: auth.openWelcome(token) }
  return opening.answer
}

function WelcomeForm() {
  const { t } = useTranslation()
  const { check } = useSession()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [form, setForm] = useState<NewPassword>({ password: '', passwordAgain: '' })
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)

  const emailWrong = emailProblem(email)
  const problems = newPasswordProblems(form)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setProblem(undefined)
    if (emailWrong !== undefined || Object.keys(problems).length > 0 || isBusy) return
    setIsBusy(true)
    const answer = await auth.finishWelcome({ email: cleanEmail(email), password: form.password })
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer.refusal)
    await check()
    notify.success(t('identity.welcomeDone'))
    await navigate(paths.devices(), { replace: true })
  }

  return (
    <GuestPage title={t('identity.welcomeTitle')} hint={t('identity.welcomeText')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          <ProblemNotice problem={problem} />
          <EmailField
            value={email}
            problem={areProblemsShown ? emailWrong : undefined}
            autoFocus
            onChange={(value) => setEmail(value)}
          />
          <NewPasswordFields
            value={form}
            onChange={(change) => setForm({ ...form, ...change })}
            problems={areProblemsShown ? problems : {}}
            email={email}
          />
          <SubmitButton isBusy={isBusy}>{t('identity.welcomeSave')}</SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
