// Has the text message sent again, once some time has passed.

import { Anchor, notify } from '@farport/design-system'
import type { ChallengeAnswer } from '@farport/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthProblem } from '../../../api/auth-problem.ts'
import { auth } from '../auth-calls.ts'
import css from './ResendCode.module.css'
import { useCountdown } from './use-countdown.ts'

const waitSeconds = 30

interface ResendCodeProps {
  onSent: (challenge: ChallengeAnswer) => void
  onProblem: (problem: AuthProblem) => void
}

export function ResendCode({ onSent, onProblem }: ResendCodeProps) {
  const { t } = useTranslation()
  const { secondsLeft, restart } = useCountdown(waitSeconds)
  const [isBusy, setIsBusy] = useState(false)

  const resend = async () => {
    setIsBusy(true)
    const answer = await auth.resendChallenge()
    setIsBusy(false)
    restart(answer.ok ? waitSeconds : (answer.refusal.retryAfterSeconds ?? 0))
    if (!answer.ok) return onProblem(answer.refusal)
    notify.success(t('identity.codeSent'))
    onSent(answer.value)
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
