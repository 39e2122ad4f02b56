// /connections: what is in use just now on the left, one session on the right.

import { Button, EmptyState, Panel, PanelBody, RowSkeletons, TwoPanels } from '@farport/design-system'
import { IconArrowsLeftRight, IconPointer, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { useQuery } from 'urql'
import { SessionsDocument } from '#graphql'
import { usePoll } from '../api/use-poll.ts'
import { groupSessions } from '../features/sessions/session-list.ts'
import { SessionList } from '../features/sessions/SessionList.tsx'
import { SessionGone, SessionView } from '../features/sessions/SessionView.tsx'
import { paths } from '../paths.ts'
import { useLayout } from '../shell/use-layout.ts'

const leftWidth = 450
const trafficMs = 3000

export function ConnectionsPage() {
  const { t } = useTranslation()
  const { hasTwoPanels } = useLayout()
  const { serviceId, sessionId } = useParams()
  const [search] = useSearchParams()
  const [{ data }] = useQuery({ query: SessionsDocument })
  const sessions = data?.login.account.sessions
  usePoll(SessionsDocument, {}, { intervalMs: trafficMs, isPaused: sessions === undefined || sessions.length === 0 })

  if (sessions === undefined)
    return (
      <Panel>
        <RowSkeletons label={t('shell.loading')} />
      </Panel>
    )

  const isOneChosen = sessionId !== undefined || serviceId !== undefined
  const chosen = sessions.find(({ id, target }) =>
    sessionId === undefined ? target?.id === serviceId : id === sessionId,
  )
  const groups = groupSessions(sessions, search.get('q') ?? '')

  const list = (
    <Panel label={t('shell.connections')}>
      {groups.length > 0 ? (
        <PanelBody>
          <SessionList groups={groups} selectedId={chosen?.id} />
        </PanelBody>
      ) : (
        <NoSessions isSearch={sessions.length > 0} />
      )}
    </Panel>
  )
  const right = (
    <Panel {...(chosen === undefined ? {} : { tint: 'success' })}>
      {chosen !== undefined && <SessionView key={chosen.id} session={chosen} />}
      {chosen === undefined && isOneChosen && <SessionGone />}
      {chosen === undefined && !isOneChosen && (
        <EmptyState
          icon={<IconPointer size={28} stroke={1.6} />}
          title={t('sessions.choose')}
          hint={t('sessions.chooseHint')}
        />
      )}
    </Panel>
  )

  if (!isOneChosen && (!hasTwoPanels || sessions.length === 0)) return list
  return hasTwoPanels ? <TwoPanels name="connections" leftWidth={leftWidth} left={list} right={right} /> : right
}

function NoSessions({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation()
  return isSearch ? (
    <EmptyState icon={<IconSearchOff size={28} stroke={1.6} />} title={t('sessions.searchEmpty')} />
  ) : (
    <EmptyState
      icon={<IconArrowsLeftRight size={28} stroke={1.6} />}
      title={t('sessions.empty')}
      hint={t('sessions.emptyHint')}
      action={
        <Button variant="default" component={Link} to={paths.devices()}>
          {t('sessions.toDevices')}
        </Button>
      }
    />
  )
}
