// Asks for a code to choose a new password with.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanEmail } from '../credentials.ts'
import { AskByEmail } from '../guest/AskByEmail.tsx'

export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [email, setEmail] = useState(search.get('email') ?? '')
  return (
    <AskByEmail
      title={t('identity.forgotPasswordTitle')}
      hint={t('identity.forgotPasswordHint')}
      backTo={paths.signIn()}
      email={email}
      onEmail={setEmail}
      ask={auth.forgotPassword}
      onAsked={() => void navigate(paths.forgotPasswordVerify(cleanEmail(email)))}
    />
  )
}
