// Takes both codes of a recovery: the one of the mail, and the recovery code that was shown when the second factor was set up.

import { Anchor, Stack } from '@farport/design-system'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { auth } from '../auth-calls.ts'
import { cleanCode, codeLengthMin, recoveryCodeLengthMin } from '../credentials.ts'
import { SubmitButton } from '../guest/SubmitButton.tsx'
import { CodeInput } from '../guest/CodeInput.tsx'
import { GuestPage } from '../guest/GuestPage.tsx'
import { ProblemNotice } from '../guest/ProblemNotice.tsx'
import type { ToldProblem } from '../use-refusal-text.ts'
import { lostCodeMail } from './lost-code-mail.ts'
import { useNext, useSignInStep } from '../sign-in/use-sign-in-step.ts'

export function RecoveryCodesForm({ email }: { email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const next = useNext()
  const goOn = useSignInStep()
  const [emailCode, setEmailCode] = useState('')
  const [backupCode, setBackupCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ToldProblem | undefined>(undefined)

  const isEmailCodeMissing = cleanCode(emailCode).length < codeLengthMin
  const isBackupCodeMissing = cleanCode(backupCode).length < recoveryCodeLengthMin
  const missing = isEmailCodeMissing
    ? t('recovery.emailCodeMissing')
    : isBackupCodeMissing
      ? t('recovery.backupCodeMissing')
      : undefined

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setProblem(undefined)
    if (missing !== undefined || isBusy) return
    setIsBusy(true)
    const reply = { emailCode: cleanCode(emailCode), backupCode: cleanCode(backupCode) }
    const answer = await auth.verifyRecovery(reply)
    setIsBusy(false)
    if (answer.ok) await goOn(answer.value)
    else if (answer.refusal.code === 'CHALLENGE_EXPIRED')
      await navigate(paths.signIn(next, 'CHALLENGE_EXPIRED'), { replace: true })
    else setProblem(answer.refusal)
  }

  return (
    <GuestPage
      title={t('recovery.recoveryTitle')}
      hint={t('recovery.recoveryCodesHint')}
      foot={
        <Anchor component={Link} to={paths.signIn(next)}>
          {t('identity.backToSignIn')}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm" mt="lg">
          {problem?.code !== 'BACKUP_CODE_INVALID' && problem?.code !== 'EMAIL_CODE_INVALID' && (
            <ProblemNotice problem={problem} />
          )}
          <CodeInput
            label={t('recovery.emailCode')}
            kind="text"
            value={emailCode}
            error={problem?.code === 'EMAIL_CODE_INVALID' && t('identity.refusal.EMAIL_CODE_INVALID')}
            autoFocus
            onChange={setEmailCode}
          />
          <CodeInput
            label={t('recovery.backupCode')}
            kind="text"
            autoComplete="off"
            value={backupCode}
            description={t('recovery.backupCodeHint', { count: recoveryCodeLengthMin })}
            error={problem?.code === 'BACKUP_CODE_INVALID' && t('recovery.backupCodeInvalid')}
            onChange={setBackupCode}
          />
          <SubmitButton isBusy={isBusy} refusal={missing}>
            {t('recovery.recover')}
          </SubmitButton>
          <Anchor
            ta="center"
            href={lostCodeMail({ subject: t('recovery.lostCodeSubject'), body: t('recovery.lostCodeBody', { email }) })}
          >
            {t('recovery.lostCode')}
          </Anchor>
        </Stack>
      </form>
    </GuestPage>
  )
}
