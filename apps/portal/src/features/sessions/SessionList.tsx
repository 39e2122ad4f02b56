// The list of live sessions, in groups.

import { Chip, ListRow, SectionTitle, StatusDot } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionFieldsFragment } from '#graphql'
import { useFormat, useNow } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import { pathText, pathTone, shortPathText } from '../connections/index.ts'
import { useViewer } from '../identity/index.ts'
import { ServiceTypeIcon } from '../services/index.ts'
import type { SessionGroup } from './session-list.ts'

export function SessionList({
  groups,
  selectedId,
}: {
  groups: readonly SessionGroup[]
  selectedId: string | undefined
}) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const titleOf = ({ kind, email }: SessionGroup) => {
    if (kind === 'idle') return t('sessions.idle')
    if (email === null) return t('sessions.anonymous')
    return email === viewer.email ? t('sessions.you') : email
  }
  return groups.map((group) => (
    <section key={`${group.kind} ${group.email}`}>
      <SectionTitle
        end={<Chip tone={group.kind === 'connected' ? 'success' : 'neutral'}>{group.sessions.length}</Chip>}
      >
        {group.kind === 'connected' ? `${t('sessions.connected')} · ${titleOf(group)}` : titleOf(group)}
      </SectionTitle>
      {group.sessions.map((session) => (
        <SessionRow key={session.id} session={session} isSelected={session.id === selectedId} />
      ))}
    </section>
  ))
}

function SessionRow({ session, isSelected }: { session: SessionFieldsFragment; isSelected: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nowMs = useNow(10_000)
  const { target, streams, path } = session
  return (
    <ListRow
      component={Link}
      to={paths.session(target?.id ?? '', session.id)}
      isSelected={isSelected}
      mark={<ServiceTypeIcon application={target?.application ?? 1} />}
      title={`${target?.name ?? ''}${target?.device ? ` · ${target.device.name}` : ''}`}
      detail={`${format.duration(nowMs - Date.parse(session.timestamp))} · ${format.bytes(sum(session))}`}
      end={
        <>
          {path !== null && (
            <Chip tone={pathTone[path.kind]} title={t(pathText[path.kind])}>
              {t(shortPathText[path.kind])}
            </Chip>
          )}
          <span style={{ color: 'var(--text-muted)', fontSize: '0.75rem' }}>
            {streams > 0 ? t('sessions.streams', { count: streams }) : t('sessions.notInUse')}
          </span>
          <StatusDot
            tone={streams > 0 ? 'success' : 'neutral'}
            isPulsing={streams > 0}
            label={t(streams > 0 ? 'sessions.connected' : 'sessions.idle')}
          />
        </>
      }
    />
  )
}

function sum({ txBytes, rxBytes }: SessionFieldsFragment): string {
  return String(BigInt(txBytes) + BigInt(rxBytes))
}
