// The passkeys of the person: adding, naming, deleting.

import {
  ActionIcon,
  AskFirst,
  Button,
  EditableText,
  NoticeBanner,
  Row,
  RowList,
  Section,
  Tooltip,
  notify,
} from '@farport/design-system'
import type { PasskeyEntry, PasskeyList } from '@farport/contract'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { account } from '../account-calls.ts'
import { Loaded } from '../Loaded.tsx'
import { makePasskey } from '../passkey-ceremony.ts'
import { useProven } from '../prove/proof-context.ts'
import type { CallState } from '../use-call.ts'
import { removalTexts, useNotifyAccountProblem } from '../use-problem-texts.ts'
import { passkeyNameLengthMax, suggestedPasskeyName } from './passkey-name.ts'

interface PasskeysSectionProps {
  state: CallState<PasskeyList>
  onReload: () => Promise<void>
}

export function PasskeysSection({ state, onReload: reload }: PasskeysSectionProps) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('account.passkeys')}
      description={t('account.passkeysHint')}
      end={<AddPasskey onAdded={reload} />}
    >
      {!globalThis.isSecureContext && (
        <div style={{ marginBottom: '0.75rem' }}>
          <NoticeBanner tone="neutral">{t('account.passkeysInsecure')}</NoticeBanner>
        </div>
      )}
      <Loaded state={state} onRetry={reload}>
        {({ passkeys }) => (
          <RowList label={t('account.passkeys')}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onChanged={reload} />
            ))}
            {passkeys.length === 0 && (
              <Row mark={<IconFingerprint size={20} stroke={1.6} />} title={t('account.noPasskeys')} />
            )}
          </RowList>
        )}
      </Loaded>
    </Section>
  )
}

function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const { t } = useTranslation()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()
  const [isBusy, setIsBusy] = useState(false)

  const add = async () => {
    const options = await proven(account.passkeyOptions)
    if (!notifyProblem(options) || !options.ok) return
    const made = await makePasskey(options.value)
    if (made.kind === 'known') notify.notice(t('account.passkeyKnown'))
    if (made.kind !== 'made') return
    const name = suggestedPasskeyName(navigator.userAgent)
    const answer = await proven(() => account.addPasskey({ name, response: made.response }))
    if (notifyProblem(answer)) notify.success(t('account.passkeyAdded'))
    await onAdded()
  }

  if (!browserSupportsWebAuthn()) return null
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={17} />}
      loading={isBusy}
      onClick={() => {
        setIsBusy(true)
        void add().finally(() => setIsBusy(false))
      }}
    >
      {t('account.addPasskey')}
    </Button>
  )
}

function PasskeyRow({ passkey, onChanged }: { passkey: PasskeyEntry; onChanged: () => Promise<void> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()
  const { id, name, created, lastUsed } = passkey

  const rename = async (next: string) => {
    notifyProblem(await proven(() => account.renamePasskey({ id, name: next })))
    await onChanged()
  }

  const remove = async () => {
    const answer = await proven(() => account.deletePasskey(id))
    if (notifyProblem(answer, removalTexts)) notify.success(t('account.passkeyDeleted', { name }))
    await onChanged()
  }

  return (
    <Row
      mark={<IconFingerprint size={20} stroke={1.6} />}
      title={
        <EditableText
          value={name}
          label={t('account.passkeyName')}
          lengthMax={passkeyNameLengthMax}
          onSave={(next) => void rename(next)}
        />
      }
      detail={
        <>
          {t('account.keyCreated', { date: format.moment(created) })}
          {' · '}
          {lastUsed === null ? t('account.neverUsed') : t('account.keyUsed', { date: format.moment(lastUsed) })}
        </>
      }
      end={
        <AskFirst
          renderOpener={(ask) => (
            <Tooltip label={t('account.delete')}>
              <ActionIcon color="danger" aria-label={t('account.deletePasskey', { name })} onClick={ask}>
                <IconTrash size={17} />
              </ActionIcon>
            </Tooltip>
          )}
          title={t('account.deletePasskeyTitle', { name })}
          confirmLabel={t('account.delete')}
          isDangerous
          onConfirm={remove}
        >
          {t('account.deletePasskeyText')}
        </AskFirst>
      }
    />
  )
}
