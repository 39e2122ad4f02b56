// The operator's first sign-in: the printed link opens the door, then an address and a password are chosen.

import { Button, LoadingScreen, notify } from '@farport/design-system'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { languageToTell } from '../../../i18n/language.ts'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail, emailProblem } from '../credentials.ts'
import { EmailField } from '../guest/EmailField.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { NewPasswordPage } from '../passwords/NewPasswordPage.tsx'
import { useNewPassword } from '../passwords/use-new-password.ts'
import { useSession } from '../session.tsx'
import { isNewOperator } from '../session/session-store.ts'

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
    return isNewOperator(session.viewer) ? <WelcomeForm /> : <Navigate to={paths.devices()} replace />
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
  const emailWrong = emailProblem(email)
  const form = useNewPassword({
    missing: { before: emailWrong },
    async send(password) {
      const answer = await auth.finishWelcome({ email: cleanEmail(email), password })
      if (!answer.ok) return answer
      // As with those who sign up: the account speaks the language that it was made in.
      languageToTell.keep()
      await check()
      notify.success(t('identity.welcomeDone'))
      await navigate(paths.devices(), { replace: true })
      return answer
    },
  })

  return (
    <NewPasswordPage
      form={form}
      title={t('identity.welcomeTitle')}
      hint={t('identity.welcomeText')}
      email={email}
      submitLabel={t('identity.welcomeSave')}
    >
      <EmailField
        value={email}
        problem={form.areProblemsShown ? emailWrong : undefined}
        autoFocus
        onChange={setEmail}
      />
    </NewPasswordPage>
  )
}
