// Has the verification mail sent once more.

import { Button, notify } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '../auth-calls.ts'
import { useAuthProblemText } from '../use-refusal-text.ts'

export function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation()
  const textOf = useAuthProblemText()
  const [isBusy, setIsBusy] = useState(false)
  const resend = async () => {
    setIsBusy(true)
    const answer = await auth.sendVerification(email)
    setIsBusy(false)
    if (answer.ok) notify.success(t('identity.verificationSent'))
    else notify.error(textOf(answer.refusal))
  }
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={() => void resend()}>
      {t('identity.resend')}
    </Button>
  )
}
