// One access key: its public part, when it was made and used, a switch, and deletion once it is off.

import { ActionButton, AskFirst, Chip, CopyButton, Loader, Row, Switch, notify } from '@farport/design-system'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { DeleteAccessKeyDocument, UpdateAccessKeyDocument, type KeysQuery } from '#graphql'
import { useNotifyProblem } from '../../../../api/use-problem-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import css from './AccessKeyRow.module.css'

type AccessKey = KeysQuery['login']['accessKeys'][number]

/** Not translated: what has to be typed is the same in every language. */
const wordToType = 'DELETE'

export function AccessKeyRow({ known }: { known: AccessKey }) {
  const { t } = useTranslation()
  const format = useFormat()
  const notifyProblem = useNotifyProblem()
  const [{ fetching: isToggling }, update] = useMutation(UpdateAccessKeyDocument)
  const [, deleteKey] = useMutation(DeleteAccessKeyDocument)
  const { key, enabled, created, lastUsed } = known

  const remove = async () => {
    const result = await deleteKey({ key })
    if (notifyProblem(result)) notify.success(t('account.keyDeleted'))
  }

  return (
    <Row
      mark={<IconKey size={19} stroke={1.7} />}
      title={
        <>
          <span className={css['key']}>{key}</span>
          <CopyButton value={key} label={t('account.copyKey')} />
          {!enabled && <Chip>{t('account.keyOff')}</Chip>}
        </>
      }
      detail={
        <>
          {t('account.keyCreated', { date: format.moment(created) })}
          {' · '}
          {lastUsed === null ? t('account.neverUsed') : t('account.keyUsed', { date: format.moment(lastUsed) })}
        </>
      }
      end={
        <>
          {isToggling && <Loader size={16} aria-label={t('account.saving')} />}
          <Switch
            aria-label={t('account.keyEnabled', { key })}
            checked={enabled}
            disabled={isToggling}
            onChange={(event) => void update({ key, enabled: event.currentTarget.checked }).then(notifyProblem)}
          />
          <AskFirst
            renderOpener={(ask) => (
              <ActionButton
                size="xs"
                variant="light"
                color="danger"
                leftSection={<IconTrash size={14} />}
                refusal={enabled ? t('account.keyStillOn') : undefined}
                onClick={ask}
              >
                {t('account.delete')}
              </ActionButton>
            )}
            title={t('account.deleteKeyTitle')}
            confirmLabel={t('account.delete')}
            typed={{ word: wordToType, label: t('account.typeToConfirm', { word: wordToType }) }}
            isDangerous
            onConfirm={remove}
          >
            {t('account.deleteKeyText', { key })}
          </AskFirst>
        </>
      }
    />
  )
}
