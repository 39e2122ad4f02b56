// Turns two-factor authentication off, after asking.

import { Button, ConfirmDialog, notify } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { useNotifyAccountProblem } from '../use-problem-texts.ts'

export function TurnOffFactors({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useTranslation()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const confirm = async () => {
    setIsBusy(true)
    const answer = await proven(() => account.setMfaMethod('NO_MFA'))
    setIsBusy(false)
    setIsAsking(false)
    if (notifyProblem(answer)) notify.success(t('account.twoFactorOff'))
    await onChanged()
  }

  return (
    <>
      <Button variant="light" color="danger" onClick={() => setIsAsking(true)}>
        {t('account.turnOff')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('account.turnOffTitle')}
        confirmLabel={t('account.turnOff')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setIsAsking(false)}
      >
        {t('account.turnOffText')}
      </ConfirmDialog>
    </>
  )
}
