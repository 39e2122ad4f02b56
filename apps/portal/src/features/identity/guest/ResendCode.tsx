// Has a code sent again, once some time has passed.

import type { Result } from '@farport/basics'
import { Anchor, notify } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem } from '../../../api/auth-problem.ts'
import css from './ResendCode.module.css'
import { useCountdown } from './use-countdown.ts'

const waitSeconds = 30

interface ResendCodeProps {
  send: () => Promise<Result<unknown, AuthProblem>>
  onProblem: (problem: AuthProblem) => void
}

export function ResendCode({ send, onProblem }: ResendCodeProps) {
  const { t } = useTranslation()
  const { secondsLeft, restart } = useCountdown(waitSeconds)
  const [isBusy, setIsBusy] = useState(false)

  const resend = async () => {
    setIsBusy(true)
    const answer = await send()
    setIsBusy(false)
    restart(answer.ok ? waitSeconds : (answer.refusal.retryAfterSeconds ?? 0))
    if (answer.ok) notify.success(t('identity.codeSent'))
    else onProblem(answer.refusal)
  }

  return (
    <p className={css['line']}>
      {secondsLeft > 0 ? (
        t('identity.resendIn', { seconds: secondsLeft })
      ) : (
        <Anchor component="button" type="button" disabled={isBusy} onClick={() => void resend()}>
          {t('identity.resendCode')}
        </Anchor>
      )}
    </p>
  )
}
