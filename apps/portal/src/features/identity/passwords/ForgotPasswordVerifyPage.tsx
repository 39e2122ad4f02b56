// Chooses a new password with the code of the mail.

import { Anchor } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanCode, cleanEmail, codeLengthMin, emailProblem } from '../credentials.ts'
import { CodeInput } from '../guest/CodeInput.tsx'
import { EmailField } from '../guest/EmailField.tsx'
import { KnownUsername } from '../guest/KnownUsername.tsx'
import type { SignInState } from '../sign-in/SignInNotices.tsx'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { useNewPassword } from './use-new-password.ts'

export function ForgotPasswordVerifyPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const emailOfAddress = search.get('email') ?? ''
  const [email, setEmail] = useState(emailOfAddress)
  const [code, setCode] = useState('')
  const emailWrong = emailProblem(email)
  const codeMissing = cleanCode(code).length < codeLengthMin ? 'identity.codeMissing' : undefined
  const form = useNewPassword({
    missing: { before: emailWrong ?? codeMissing },
    async send(password) {
      const answer = await auth.resetPassword({ email: cleanEmail(email), code: code.trim(), password })
      if (!answer.ok) return answer
      const state: SignInState = { wasPasswordReset: true }
      await navigate(paths.signIn(), { replace: true, state })
      return answer
    },
  })
  const isCodeWrong = form.problem?.code === 'EMAIL_CODE_INVALID'
  const codeProblem = isCodeWrong
    ? 'identity.refusal.EMAIL_CODE_INVALID'
    : form.areProblemsShown
      ? codeMissing
      : undefined

  return (
    <NewPasswordPage
      form={form}
      title={t('identity.resetTitle')}
      hint={emailOfAddress === '' ? t('identity.resetHintPlain') : t('identity.resetHint', { email: emailOfAddress })}
      email={email}
      submitLabel={t('identity.resetPassword')}
      saidAtField="EMAIL_CODE_INVALID"
      foot={
        <Anchor component={Link} to={paths.forgotPassword(cleanEmail(email))}>
          {t('identity.sendAnotherCode')}
        </Anchor>
      }
    >
      {emailOfAddress === '' ? (
        <EmailField value={email} problem={form.areProblemsShown ? emailWrong : undefined} onChange={setEmail} />
      ) : (
        <KnownUsername email={emailOfAddress} />
      )}
      <CodeInput
        label={t('identity.verificationCode')}
        kind="text"
        value={code}
        error={codeProblem && t(codeProblem)}
        autoFocus
        onChange={setCode}
      />
    </NewPasswordPage>
  )
}
