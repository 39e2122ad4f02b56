// The mailed link was opened in another browser than the one of the sign-up: whoever reads the mail chooses the password.

import { Button, Checkbox } from '@farport/design-system'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { NewPasswordPage } from '../passwords/NewPasswordPage.tsx'
import { useNewPassword } from '../passwords/use-new-password.ts'

export function SignUpPasswordPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  // The token leaves the address at once, also from the browser's history.
  const [token] = useState(search.get('token'))
  useEffect(() => setSearch({}, { replace: true }), [setSearch])

  if (token !== null) return <SignUpPasswordForm token={token} />
  return (
    <GuestPage title={t('identity.verifyFailedTitle')} hint={t('identity.verifyFailedText')}>
      <Button component={Link} to={paths.signIn()} mt="lg">
        {t('identity.continueToSignIn')}
      </Button>
    </GuestPage>
  )
}

function SignUpPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [hasAcceptedTerms, setHasAcceptedTerms] = useState(false)
  const form = useNewPassword({
    missing: { after: hasAcceptedTerms ? undefined : 'identity.termsMissing' },
    async send(password) {
      const answer = await auth.verifyWithPassword({ token, password })
      if (answer.ok) await navigate(paths.signUpVerified(), { replace: true })
      return answer
    },
  })

  return (
    <NewPasswordPage
      form={form}
      title={t('identity.signUpPasswordTitle')}
      hint={t('identity.signUpPasswordHint')}
      submitLabel={t('identity.signUp')}
      autoFocus
      below={
        <Checkbox
          label={t('identity.acceptTerms')}
          checked={hasAcceptedTerms}
          error={form.areProblemsShown && !hasAcceptedTerms && t('identity.termsMissing')}
          onChange={(event) => setHasAcceptedTerms(event.currentTarget.checked)}
        />
      }
    />
  )
}
