// Asks for the second factor, and offers what else would do.

import { Anchor, Button, Stack } from '@farport/design-system'
import type { ChallengeAnswer, ChallengeReply } from '@farport/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import { ResendCode } from '../guest/ResendCode.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'
import css from './MfaChallenge.module.css'
import { MfaCodeForm } from './MfaCodeForm.tsx'
import { mfaView, type Factor } from './mfa-view.ts'
import { signWithPasskey } from './passkey-sign-in.ts'
import { useNext, useSignInStep } from './use-sign-in-step.ts'

export function MfaChallenge({ challenge: first }: { challenge: ChallengeAnswer }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const next = useNext()
  const goOn = useSignInStep()
  const [challenge, setChallenge] = useState(first)
  const [chosen, setChosen] = useState<Factor | undefined>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)
  const { factor, others, canRecover } = mfaView(challenge, chosen)

  const reply = async (answerOfFactor: ChallengeReply) => {
    setProblem(undefined)
    setIsBusy(true)
    const answer = await auth.answerChallenge(answerOfFactor)
    setIsBusy(false)
    if (!answer.ok) return refuse(answer.refusal)
    // One factor can be followed by another.
    if ('challengeName' in answer.value) setChallenge(answer.value)
    await goOn(answer.value)
  }

  const replyByPasskey = async () => {
    setProblem(undefined)
    setIsBusy(true)
    const signed = await signWithPasskey(challenge.passkeyOptions, 'ask')
    setIsBusy(false)
    if (signed.ok) await reply({ name: 'WEB_AUTHN', response: signed.value })
  }

  const resend = async () => {
    const answer = await auth.resendChallenge()
    if (answer.ok) setChallenge(answer.value)
    return answer
  }

  const refuse = async (refusal: ToldProblem) => {
    const isOver = refusal.code === 'CHALLENGE_EXPIRED'
    await (isOver ? navigate(paths.signIn(next, refusal.code), { replace: true }) : setProblem(refusal))
  }

  const cancel = async () => {
    await auth.cancelChallenge()
    await navigate(paths.signIn(next), { replace: true })
  }

  const turnTo = (other: Factor) => {
    setProblem(undefined)
    setChosen(other)
  }

  return (
    <GuestPage
      title={t('identity.mfaTitle')}
      hint={t(`identity.mfaHint.${factor}`, { phone: challenge.phoneHint ?? '' })}
      foot={
        <Anchor component="button" type="button" onClick={() => void cancel()}>
          {t('shell.cancel')}
        </Anchor>
      }
    >
      <Stack gap="sm" mt="lg">
        {problem?.code !== 'CODE_INVALID' && <ProblemNotice problem={problem} />}
        {factor === 'WEB_AUTHN' ? (
          <Button fullWidth size="md" fz="sm" loading={isBusy} autoFocus onClick={() => void replyByPasskey()}>
            {t('identity.usePasskey')}
          </Button>
        ) : (
          <MfaCodeForm
            key={factor}
            isBusy={isBusy}
            isWrong={problem?.code === 'CODE_INVALID'}
            onSubmit={(code) => void reply({ name: factor, code })}
          />
        )}
        {factor === 'SMS_MFA' && <ResendCode send={resend} onProblem={(refusal) => void refuse(refusal)} />}
        {(others.length > 0 || canRecover) && (
          <ul className={css['others']} aria-label={t('identity.otherWays')}>
            {others.map((other) => (
              <li key={other}>
                <Anchor component="button" type="button" onClick={() => turnTo(other)}>
                  {t(`identity.useInstead.${other}`)}
                </Anchor>
              </li>
            ))}
            {canRecover && (
              <li>
                <Anchor component={Link} to={paths.accountRecovery(next)}>
                  {t('identity.useRecovery')}
                </Anchor>
              </li>
            )}
          </ul>
        )}
      </Stack>
    </GuestPage>
  )
}
