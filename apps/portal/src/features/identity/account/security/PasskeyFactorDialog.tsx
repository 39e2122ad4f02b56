// Makes the passkeys the second factor: says what that means, then shows the recovery code.

import { Button, Dialog, DialogActions, NoticeBanner, Stack, Text, notify } from '@farport/design-system'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '../account-calls.ts'
import { useProven } from '../prove/proof-context.ts'
import { useAccountProblemText } from '../use-problem-texts.ts'
import { RecoveryCodeStep } from './RecoveryCodeStep.tsx'

export function PasskeyFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const proven = useProven()
  const textOf = useAccountProblemText()
  const [code, setCode] = useState<string | undefined>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)

  const finish = () => {
    notify.success(t('account.twoFactorOn'))
    onClose()
  }

  const turnOn = async () => {
    setIsBusy(true)
    const answer = await proven(() => account.setMfaMethod('WEB_AUTHN'))
    setIsBusy(false)
    if (!answer.ok) setProblem(t('account.twoFactorError', { detail: textOf(answer.refusal) }))
    else if (answer.value.backupCode === undefined) finish()
    else setCode(answer.value.backupCode)
  }

  return (
    <Dialog isOpen title={t('account.passkeyFactorTitle')} isSticky={code !== undefined} onClose={onClose}>
      {code !== undefined ? (
        <RecoveryCodeStep code={code} onKept={finish} />
      ) : (
        <>
          <Stack gap="sm">
            <Text>{t('account.passkeyFactorText')}</Text>
            {problem !== undefined && <NoticeBanner tone="danger">{problem}</NoticeBanner>}
          </Stack>
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button data-autofocus loading={isBusy} onClick={() => void turnOn()}>
              {t('account.turnOn')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
