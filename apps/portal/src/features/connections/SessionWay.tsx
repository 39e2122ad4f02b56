// The way that a session's bytes take: which it is, why there is no better one, how it fares, and how that went.

import { Chip, KeyValueRows, SectionTitle, type KeyValueRow } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { SessionWayDocument, type ConnectionKind, type SessionPathFieldsFragment } from '#graphql'
import { usePoll } from '../../api/use-poll.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Checkpoints } from './Checkpoints.tsx'
import { PathLines } from './PathLines.tsx'
import { pathText, pathTone, roundTripText, whyText } from './path-words.ts'
import { SessionError } from './SessionError.tsx'
import css from './SessionWay.module.css'

const askAgainMs = 3000

export function SessionWay({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const variables = { id: [sessionId] }
  const [{ data }] = useQuery({ query: SessionWayDocument, variables })
  usePoll(SessionWayDocument, variables, { intervalMs: askAgainMs })
  const session = data?.login.account.sessions.find(({ id }) => id === sessionId)
  const rows = usePathRows(session)
  if (session === undefined) return null
  const { path, health, history, route, kind } = session
  return (
    <>
      {health?.error && <SessionError error={health.error} />}
      <SectionTitle end={path && <Chip tone={pathTone[path.kind]}>{t(pathText[path.kind])}</Chip>}>
        {t('connections.path.title')}
      </SectionTitle>
      {path === null && <p className={css['quiet']}>{t('connections.path.none')}</p>}
      <KeyValueRows
        rows={[...rows, { label: t('connections.route.title'), value: kind === 'PEER' ? t(routeText[route]) : null }]}
      />
      <PathLines history={history} kind={kind} />
      {health !== null && <Checkpoints health={health} />}
    </>
  )
}

const routeText = {
  FAILOVER: 'connections.route.adaptive',
  P2P: 'connections.route.peerToPeer',
  PROXY: 'connections.route.proxy',
  PUBLIC: 'connections.route.public',
} as const

function usePathRows(session?: { kind: ConnectionKind; path: SessionPathFieldsFragment | null }): KeyValueRow[] {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  if (!session?.path) return []
  const { relay, remote, why, reason, roundTrip, loss } = session.path
  // What the agent has seen is in English, and says more than the case.
  const seen = i18n.language === 'en' ? reason : null
  return [
    { label: t('connections.path.relayName'), value: relay, isMonospaced: true },
    { label: t('connections.path.remote'), value: remote, isMonospaced: true },
    { label: t('connections.why.title'), value: why === null ? seen : (seen ?? t(whyText[why])) },
    { label: t(roundTripText[session.kind]), value: roundTrip === null ? null : format.milliseconds(roundTrip) },
    { label: t('connections.path.loss'), value: loss === null ? null : format.share(loss) },
  ]
}
