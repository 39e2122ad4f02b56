// Turns two-factor authentication off, after asking.

import { AskFirst, Button, notify } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { useNotifyAccountProblem } from '../use-problem-texts.ts'

export function TurnOffFactors({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useTranslation()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()

  const turnOff = async () => {
    const answer = await proven(() => account.setMfaMethod('NO_MFA'))
    if (notifyProblem(answer)) notify.success(t('account.twoFactorOff'))
    await onChanged()
  }

  return (
    <AskFirst
      renderOpener={(ask) => (
        <Button variant="light" color="danger" onClick={ask}>
          {t('account.turnOff')}
        </Button>
      )}
      title={t('account.turnOffTitle')}
      confirmLabel={t('account.turnOff')}
      isDangerous
      onConfirm={turnOff}
    >
      {t('account.turnOffText')}
    </AskFirst>
  )
}
