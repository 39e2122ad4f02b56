// Setting up an authenticator app: scan, type a code of it, keep the recovery code.

import { CopyButton, Dialog, Text, notify } from '@farport/design-system'
import type { TotpSetup } from '@farport/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'
import css from './AppDialog.module.css'
import { CodeStep } from './CodeStep.tsx'
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
  const textOf = useAccountProblemText()
  return (
    <CodeStep
      method="SOFTWARE_TOKEN_MFA"
      verify={account.verifyTotp}
      label={t('account.appCode')}
      sayWrong={(refusal) =>
        refusal.code === 'CODE_INVALID'
          ? t('account.totpInvalid', { detail: t('account.totpDetail') })
          : t('account.twoFactorError', { detail: textOf(refusal) })
      }
      back={{ label: t('shell.cancel'), go: onClose }}
      onOn={onOn}
    >
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
    </CodeStep>
  )
}
