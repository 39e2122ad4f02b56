// Setting up text messages: the number, the code that was sent to it, the recovery code.

import { Button, Dialog, DialogActions, Select, Stack, Text, TextInput, notify } from '@farport/design-system'
import type { MfaPref } from '@farport/contract'
import { useId, useMemo, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { ResendCode } from '../../guest/ResendCode.tsx'
import { useAccountProblemText } from '../use-problem-texts.ts'
import { CodeStep } from './CodeStep.tsx'
import { countries, countryOf, parsePhone } from './phone-number.ts'
import { RecoveryCodeStep } from './RecoveryCodeStep.tsx'

type Step = { kind: 'number' } | { kind: 'code'; phone: string } | { kind: 'recovery'; code: string }

export function SmsDialog({ pref, onClose }: { pref: MfaPref; onClose: () => void }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>({ kind: 'number' })

  const finish = () => {
    notify.success(t('account.twoFactorOn'))
    onClose()
  }
  const turnedOn = (code: string | undefined) => (code === undefined ? finish() : setStep({ kind: 'recovery', code }))

  return (
    <Dialog isOpen title={t('account.smsTitle')} isSticky={step.kind === 'recovery'} onClose={onClose}>
      {step.kind === 'number' && (
        <NumberStep
          pref={pref}
          onSent={(phone) => setStep({ kind: 'code', phone })}
          onOn={turnedOn}
          onClose={onClose}
        />
      )}
      {step.kind === 'code' && (
        <SentCodeStep phone={step.phone} onBack={() => setStep({ kind: 'number' })} onOn={turnedOn} />
      )}
      {step.kind === 'recovery' && <RecoveryCodeStep code={step.code} onKept={finish} />}
    </Dialog>
  )
}

interface NumberStepProps {
  pref: MfaPref
  onSent: (phone: string) => void
  onOn: (backupCode: string | undefined) => void
  onClose: () => void
}

function NumberStep({ pref, onSent, onOn, onClose }: NumberStepProps) {
  const { t, i18n } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  const formId = useId()
  const choices = useMemo(() => countries(i18n.language), [i18n.language])
  const [country, setCountry] = useState(() => countryOf(pref.phone))
  const [typed, setTyped] = useState(pref.phone ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const phone = parsePhone(typed, country)
    if (phone === undefined) return setProblem(t('account.phoneInvalid'))
    setIsBusy(true)
    const isKnown = phone === pref.phone && pref.phoneVerified
    if (isKnown) {
      const answer = await proven(() => account.setMfaMethod('SMS_MFA'))
      if (answer.ok) onOn(answer.value.backupCode)
      else setProblem(t('account.twoFactorError', { detail: textOf(answer.refusal) }))
    } else {
      const answer = await proven(() => account.setPhone(phone))
      if (answer.ok) onSent(phone)
      else setProblem(t('account.phoneError', { detail: textOf(answer.refusal) }))
    }
    setIsBusy(false)
  }

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Text>{t('account.smsText')}</Text>
        <Select
          label={t('account.country')}
          data={choices}
          value={country}
          searchable
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && setCountry(chosen)}
        />
        <TextInput
          data-autofocus
          label={t('account.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('account.sendCode')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface SentCodeStepProps {
  phone: string
  onBack: () => void
  onOn: (backupCode: string | undefined) => void
}

function SentCodeStep({ phone, onBack, onOn }: SentCodeStepProps) {
  const { t } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  return (
    <CodeStep
      method="SMS_MFA"
      verify={account.verifyPhone}
      label={t('account.code')}
      sayWrong={(refusal) => t('account.phoneCodeError', { detail: textOf(refusal) })}
      renderBelow={(onProblem) => (
        <ResendCode
          send={() => proven(() => account.setPhone(phone))}
          onProblem={(refusal) => onProblem(t('account.phoneError', { detail: textOf(refusal) }))}
        />
      )}
      back={{ label: t('account.otherNumber'), go: onBack }}
      onOn={onOn}
    >
      <Text>{t('account.smsSent', { phone })}</Text>
    </CodeStep>
  )
}
