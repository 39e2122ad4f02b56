// Whether there is a recovery code, and making another in its place.

import { AskFirst, Button, Dialog, Row } from '@farport/design-system'
import { IconLifebuoy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { useNotifyAccountProblem } from '../use-problem-texts.ts'
import { RecoveryCodeStep } from './RecoveryCodeStep.tsx'

export function RecoveryCodeRow({ hasCode, onChanged }: { hasCode: boolean; onChanged: () => Promise<void> }) {
  const { t } = useTranslation()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()
  const [code, setCode] = useState<string | undefined>(undefined)

  const renew = async () => {
    const answer = await proven(account.renewBackupCode)
    if (notifyProblem(answer) && answer.ok) setCode(answer.value.backupCode)
  }

  return (
    <Row
      mark={<IconLifebuoy size={20} stroke={1.6} />}
      title={t('account.recoveryCode')}
      detail={t(hasCode ? 'account.recoveryThere' : 'account.recoveryMissing')}
      end={
        <>
          <AskFirst
            renderOpener={(ask) => (
              <Button size="xs" variant="default" onClick={ask}>
                {t('account.recoveryRenew')}
              </Button>
            )}
            title={t('account.recoveryRenewTitle')}
            confirmLabel={t('account.recoveryRenew')}
            onConfirm={renew}
          >
            {t('account.recoveryRenewText')}
          </AskFirst>
          {code !== undefined && (
            <Dialog isOpen isSticky title={t('account.recoveryCode')} onClose={() => setCode(undefined)}>
              <RecoveryCodeStep
                code={code}
                onKept={() => {
                  setCode(undefined)
                  void onChanged()
                }}
              />
            </Dialog>
          )}
        </>
      }
    />
  )
}
