// Setting up an authenticator app: scan, type a code of it, keep the recovery code.

import { Button, CopyButton, Dialog, DialogActions, Stack, Text, notify } from '@farport/design-system'
import type { TotpSetup } from '@farport/contract'
import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { cleanCode, codeLengthMin } from '../../credentials.ts'
import { CodeInput } from '../../guest/CodeInput.tsx'
import { useAccountProblemText } from '../use-problem-texts.ts'
import css from './AppDialog.module.css'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodeStep } from './RecoveryCodeStep.tsx'
import { groupedSecret } from './two-factor-view.ts'

interface AppDialogProps {
  setup: TotpSetup
  onClose: () => void
}

export function AppDialog({ setup, onClose }: AppDialogProps) {
  const { t } = useTranslation()
  const [recoveryCode, setRecoveryCode] = useState<string | undefined>(undefined)

  const finish = () => {
    notify.success(t('account.twoFactorOn'))
    onClose()
  }

  return (
    <Dialog isOpen title={t('account.appTitle')} isSticky={recoveryCode !== undefined} onClose={onClose}>
      {recoveryCode === undefined ? (
        <ScanStep
          setup={setup}
          onClose={onClose}
          onOn={(code) => (code === undefined ? finish() : setRecoveryCode(code))}
        />
      ) : (
        <RecoveryCodeStep code={recoveryCode} onKept={finish} />
      )}
    </Dialog>
  )
}

interface ScanStepProps {
  setup: TotpSetup
  onClose: () => void
  onOn: (backupCode: string | undefined) => void
}

function ScanStep({ setup, onClose, onOn }: ScanStepProps) {
  const { t } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const code = cleanCode(typed)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (code.length < codeLengthMin || isBusy) return
    setIsBusy(true)
    const verified = await proven(() => account.verifyTotp(code))
    const turned = verified.ok ? await proven(() => account.setMfaMethod('SOFTWARE_TOKEN_MFA')) : verified
    setIsBusy(false)
    if (turned.ok) onOn(turned.value.backupCode)
    else if (turned.refusal.code === 'CODE_INVALID')
      setProblem(t('account.totpInvalid', { detail: t('account.totpDetail') }))
    else setProblem(t('account.twoFactorError', { detail: textOf(turned.refusal) }))
  }

  return (
    <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Text>{t('account.appScan')}</Text>
        <div className={css['setup']}>
          <QrCode text={setup.uri} label={t('account.qrLabel')} />
          <div className={css['byHand']}>
            <Text size="sm" c="dimmed">
              {t('account.appByHand')}
            </Text>
            <code className={css['secret']}>{groupedSecret(setup.secret)}</code>
            <CopyButton value={setup.secret} label={t('account.copySecret')} look="button" />
          </div>
        </div>
        <CodeInput
          data-autofocus
          autoFocus
          label={t('account.appCode')}
          value={typed}
          error={problem}
          onChange={(text) => {
            setTyped(text)
            setProblem(undefined)
          }}
        />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={code.length < codeLengthMin}>
          {t('account.verify')}
        </Button>
      </DialogActions>
    </form>
  )
}
