// The one time that a secret is shown: to copy it, or to keep it as the file that programs read.

import {
  Button,
  CodeBlock,
  Dialog,
  DialogActions,
  KeyValueRows,
  NoticeBanner,
  SecretText,
  Stack,
  Text,
} from '@farport/design-system'
import { IconDownload } from '@tabler/icons-react'
import { Trans, useTranslation } from 'react-i18next'
import { downloadText } from '../download-text.ts'
import { credentialsFile, credentialsFileName, credentialsFolder, type NewKey } from './credentials-file.ts'

const moveCommand = `mkdir -p ${credentialsFolder} && mv ~/Downloads/${credentialsFileName} ${credentialsFolder}/ && chmod 600 ${credentialsFolder}/${credentialsFileName}`

export function NewKeyDialog({ newKey, onClose }: { newKey: NewKey; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen title={t('account.newKeyTitle')} isSticky onClose={onClose}>
      <Stack gap="sm">
        <NoticeBanner tone="warning">{t('account.newKeyWarning')}</NoticeBanner>
        <KeyValueRows
          rows={[
            {
              label: t('account.publicKey'),
              value: newKey.key,
              copy: { value: newKey.key, label: t('account.copyKey') },
              isMonospaced: true,
            },
          ]}
        />
        <SecretText
          value={newKey.secret}
          label={t('account.secret')}
          isLabelled
          revealLabel={t('account.reveal')}
          coverLabel={t('account.cover')}
          copyLabel={t('account.copySecret')}
        />
        <Text size="sm">
          <Trans
            i18nKey="account.newKeyFile"
            values={{ path: `${credentialsFolder}/${credentialsFileName}` }}
            components={{ code: <code /> }}
          />
        </Text>
        <CodeBlock code={moveCommand} prompt="$" copyLabel={t('account.copyCommand')} />
      </Stack>
      <DialogActions>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => downloadText(credentialsFileName, credentialsFile(newKey))}
        >
          {t('account.download')}
        </Button>
        <Button onClick={onClose}>{t('account.keyKept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
