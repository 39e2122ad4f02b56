// For newcomers whose provider does not say that the address is theirs: they type the code that was mailed there.

import { Anchor, Checkbox, LoadingScreen, Stack } from '@farport/design-system'
import type { ProviderSignUp } from '@farport/contract'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { useCall } from '../account/use-call.ts'
import { auth } from '../auth-calls.ts'
import { cleanCode, codeLengthMin } from '../credentials.ts'
import { CodeInput } from '../guest/CodeInput.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { providerNames } from '../sign-in/provider-mark.tsx'
import { UnreachablePage } from '../sign-in/UnreachablePage.tsx'
import { useNext, useSignInStep } from '../sign-in/use-sign-in-step.ts'
import type { ToldProblem } from '../use-refusal-text.ts'

export function ProviderSignUpPage() {
  const { t } = useTranslation()
  const next = useNext()
  const [state] = useCall(auth.providerSignUp)
  switch (state.kind) {
    case 'loading':
      return <LoadingScreen label={t('shell.loading')} />
    case 'failed':
      if (state.refusal.code === 'UNREACHABLE') return <UnreachablePage />
      return <Navigate to={paths.signIn(next, 'CHALLENGE_EXPIRED')} replace />
    case 'loaded':
      return <ProviderSignUpForm newcomer={state.data} />
  }
}

function ProviderSignUpForm({ newcomer: { provider, email } }: { newcomer: ProviderSignUp }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const next = useNext()
  const goOn = useSignInStep()
  const [code, setCode] = useState('')
  const [hasAcceptedTerms, setHasAcceptedTerms] = useState(false)
  const [areProblemsShown, setAreProblemsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const isCodeMissing = cleanCode(code).length < codeLengthMin
  const missing = isCodeMissing ? 'identity.codeMissing' : hasAcceptedTerms ? undefined : 'identity.termsMissing'
  const isCodeWrong = problem?.code === 'EMAIL_CODE_INVALID'

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setAreProblemsShown(true)
    setProblem(undefined)
    if (missing !== undefined || isBusy) return
    setIsBusy(true)
    const answer = await auth.finishProviderSignUp(cleanCode(code))
    setIsBusy(false)
    if (answer.ok) await goOn(answer.value)
    else if (answer.refusal.code === 'CHALLENGE_EXPIRED')
      await navigate(paths.signIn(next, 'CHALLENGE_EXPIRED'), { replace: true })
    else setProblem(answer.refusal)
  }

  return (
    <GuestPage
      title={t('identity.providerSignUpTitle')}
      hint={t('identity.providerSignUpHint', { provider: providerNames[provider], email })}
      foot={
        <Anchor component={Link} to={paths.signIn(next)}>
          {t('identity.backToSignIn')}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          {!isCodeWrong && <ProblemNotice problem={problem} />}
          <CodeInput
            label={t('identity.verificationCode')}
            kind="text"
            value={code}
            error={
              isCodeWrong
                ? t('identity.refusal.EMAIL_CODE_INVALID')
                : areProblemsShown && isCodeMissing && t('identity.codeMissing')
            }
            autoFocus
            onChange={setCode}
          />
          <Checkbox
            label={t('identity.acceptTerms')}
            checked={hasAcceptedTerms}
            error={areProblemsShown && !hasAcceptedTerms && t('identity.termsMissing')}
            onChange={(event) => setHasAcceptedTerms(event.currentTarget.checked)}
          />
          <SubmitButton isBusy={isBusy} refusal={missing && t(missing)} onRefused={() => setAreProblemsShown(true)}>
            {t('identity.signUp')}
          </SubmitButton>
        </Stack>
      </form>
    </GuestPage>
  )
}
