// The one time that the recovery code is shown: the person says that they have kept it before they go on.

import { ActionButton, Button, Checkbox, CodeBlock, DialogActions, NoticeBanner, Stack } from '@farport/design-system'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../session.tsx'
import { downloadText } from '../download-text.ts'

export function RecoveryCodeStep({ code, onKept }: { code: string; onKept: () => void }) {
  const { t } = useTranslation()
  const { email } = useViewer()
  const [isKept, setIsKept] = useState(false)
  return (
    <>
      <Stack gap="sm">
        <NoticeBanner tone="warning" title={t('account.recoveryTitle')}>
          {t('account.recoveryText')}
        </NoticeBanner>
        <CodeBlock code={code} copyLabel={t('account.copyRecovery')} />
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} />}
            onClick={() => downloadText('farport-recovery-code.txt', t('account.recoveryFile', { email, code }))}
          >
            {t('account.downloadRecovery')}
          </Button>
        </div>
        <Checkbox
          label={t('account.recoveryKept')}
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
      </Stack>
      <DialogActions>
        <ActionButton refusal={isKept ? undefined : t('account.recoveryNotKept')} onClick={onKept}>
          {t('account.done')}
        </ActionButton>
      </DialogActions>
    </>
  )
}
