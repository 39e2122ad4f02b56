// One live session: its endpoint, its traffic, and the button that ends it.

import { ActionButton, Button, EmptyState, KeyValueRows, PanelBody, SectionTitle, notify } from '@farport/design-system'
import { initiatorPlatformOf } from '@farport/vocabulary'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMutation } from 'urql'
import { DisconnectDocument, type SessionFieldsFragment } from '#graphql'
import { useNotifyProblem } from '../../api/use-problem-text.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import { ConnectionEndpoint, SessionFacts, SessionWay } from '../connections/index.ts'
import { useViewer } from '../identity/index.ts'
import { ServiceTypeIcon } from '../services/index.ts'
import { mayDisconnect } from './session-list.ts'
import css from './SessionView.module.css'

export function SessionView({ session }: { session: SessionFieldsFragment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const viewer = useViewer()
  const notifyProblem = useNotifyProblem()
  const [{ fetching: isBusy }, disconnect] = useMutation(DisconnectDocument)
  const { target, connection, user } = session
  const serviceId = target?.id ?? ''
  const refusal = mayDisconnect(session, viewer.id) ? undefined : t('sessions.disconnectRefused')

  const end = async () => {
    const result = await disconnect({ serviceId, connectionId: session.id })
    if (notifyProblem(result)) notify.success(t('sessions.disconnected'))
  }

  return (
    <PanelBody isNarrow>
      <header className={css['head']}>
        <ServiceTypeIcon application={target?.application ?? 1} size={24} />
        <h2>{t('sessions.onDevice', { service: target?.name ?? '', device: target?.device?.name ?? '' })}</h2>
        {target?.device && (
          <Button component={Link} to={paths.serviceConnect(target.device.id, serviceId)} variant="default" size="xs">
            {t('sessions.openService')}
          </Button>
        )}
      </header>
      <ActionButton
        fullWidth
        size="md"
        variant="light"
        color="danger"
        loading={isBusy}
        refusal={refusal}
        leftSection={<IconPlugConnectedX size={18} />}
        onClick={() => void end()}
      >
        {t('sessions.disconnect')}
      </ActionButton>
      {connection !== null && (
        <div className={css['endpoint']}>
          <ConnectionEndpoint application={target?.application ?? 1} username="" connection={connection} />
        </div>
      )}
      <SessionWay key={session.id} sessionId={session.id} />
      <SectionTitle>{t('sessions.facts')}</SectionTitle>
      <SessionFacts session={session} />
      <KeyValueRows
        rows={[
          { label: t('sessions.user'), value: user?.email ?? t('sessions.anonymous') },
          {
            label: t('sessions.initiator'),
            value: initiatorName(session),
          },
          { label: t('sessions.startedAt'), value: format.moment(session.timestamp) },
          {
            label: t('sessions.id'),
            value: session.id,
            isMonospaced: true,
            copy: { value: session.id, label: t('connections.copyFact', { label: t('sessions.id') }) },
          },
        ]}
      />
    </PanelBody>
  )
}

function initiatorName({ endpoint }: SessionFieldsFragment): string | null {
  const platform = endpoint?.platform ?? null
  return platform === null ? null : initiatorPlatformOf(platform).name
}

export function SessionGone() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconPlugConnectedX size={28} stroke={1.6} />}
      title={t('sessions.gone')}
      hint={t('sessions.goneHint')}
    />
  )
}
