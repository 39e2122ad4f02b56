// The mailed link was opened in another browser than the one of the sign-up: whoever reads the mail chooses the password.

import { Button, Checkbox, Stack } from '@farport/design-system'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { newPasswordProblems, passwordLength, type NewPassword } from '../credentials.ts'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { NewPasswordFields } from '../passwords/NewPasswordFields.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'

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
  const [form, setForm] = useState<NewPassword>({ password: '', passwordAgain: '' })
  const [hasAcceptedTerms, setHasAcceptedTerms] = useState(false)
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const problems = newPasswordProblems(form)
  const firstProblem = Object.values(problems)[0] ?? (hasAcceptedTerms ? undefined : 'identity.termsMissing')

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setProblem(undefined)
    if (firstProblem !== undefined || isBusy) return
    setIsBusy(true)
    const answer = await auth.verifyWithPassword({ token, password: form.password })
    setIsBusy(false)
    if (answer.ok) await navigate(paths.signUpVerified(), { replace: true })
    else setProblem(answer.refusal)
  }

  return (
    <GuestPage title={t('identity.signUpPasswordTitle')} hint={t('identity.signUpPasswordHint')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          <ProblemNotice problem={problem} />
          <NewPasswordFields
            value={form}
            onChange={(change) => setForm({ ...form, ...change })}
            problems={areProblemsShown ? problems : {}}
            email=""
            autoFocus
          />
          <Checkbox
            label={t('identity.acceptTerms')}
            checked={hasAcceptedTerms}
            error={areProblemsShown && !hasAcceptedTerms && t('identity.termsMissing')}
            onChange={(event) => setHasAcceptedTerms(event.currentTarget.checked)}
          />
          <SubmitButton
            isBusy={isBusy}
            refusal={firstProblem && t(firstProblem, passwordLength)}
            onRefused={() => setAreProblemsShown(true)}
          >
            {t('identity.signUp')}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
