// The access keys of the person: making one, switching it on and off, deleting it.

import { ActionButton, NoticeBanner, Row, RowList, Section, Text } from '@farport/design-system'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { CreateAccessKeyDocument, type KeysQuery } from '#graphql'
import { useNotifyProblem } from '../../../../api/use-problem-text.ts'
import { isRefusedWith } from '../../../../api/problem.ts'
import { useProofs } from '../prove/proof-context.ts'
import { AccessKeyRow } from './AccessKeyRow.tsx'
import { accessKeysMax, credentialsFileName, credentialsFolder, type NewKey } from './credentials-file.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'

type AccessKey = KeysQuery['login']['accessKeys'][number]

export function AccessKeys({ keys }: { keys: readonly AccessKey[] }) {
  const { t } = useTranslation()
  const notifyProblem = useNotifyProblem()
  const { ask: askForProof } = useProofs()
  const [{ fetching: isBusy }, create] = useMutation(CreateAccessKeyDocument)
  const [newKey, setNewKey] = useState<NewKey | undefined>(undefined)

  const generate = async () => {
    const first = await create({})
    const isProofNeeded = first.error !== undefined && isRefusedWith(first.error, 'PROOF_NEEDED')
    // Whoever does not want to prove anything knows that nothing happened.
    if (isProofNeeded && !(await askForProof())) return
    const result = isProofNeeded ? await create({}) : first
    if (notifyProblem(result) && result.data) setNewKey(result.data.createAccessKey)
  }

  return (
    <Section
      title={t('account.authentication')}
      description={
        <Trans
          i18nKey="account.keysHint"
          values={{ path: `${credentialsFolder}/${credentialsFileName}` }}
          components={{ code: <code /> }}
        />
      }
      end={
        <ActionButton
          leftSection={<IconKey size={16} />}
          loading={isBusy}
          refusal={keys.length < accessKeysMax ? undefined : t('account.keysFull')}
          onClick={() => void generate()}
        >
          {t('account.generate')}
        </ActionButton>
      }
    >
      <NoticeBanner tone="warning">{t('account.keysWarning')}</NoticeBanner>
      <div style={{ marginTop: '0.75rem' }}>
        <RowList label={t('account.keys')}>
          {keys.map((key) => (
            <AccessKeyRow key={key.key} known={key} />
          ))}
          {keys.length === 0 && (
            <Row
              mark={<IconKey size={19} stroke={1.7} />}
              title={t('account.noKeys')}
              detail={t('account.noKeysHint')}
            />
          )}
        </RowList>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {t('account.keysCount', { count: keys.length, max: accessKeysMax })}
      </Text>
      {newKey !== undefined && <NewKeyDialog newKey={newKey} onClose={() => setNewKey(undefined)} />}
    </Section>
  )
}
