// Who uses a service just now, and by which path: through proxy ports, links, and by agents.

import { Chip, ListRow, SectionTitle } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useQuery } from 'urql'
import { SessionsDocument } from '#graphql'
import { usePoll } from '../../api/use-poll.ts'
import { useFormat, useNow } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import { useViewer } from '../identity/index.ts'
import { pathText, pathTone } from './path-words.ts'

const askAgainMs = 5000
const drawAgainMs = 10_000

export function LiveSessions({ serviceId, exceptId }: { serviceId: string; exceptId: string | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const viewer = useViewer()
  const nowMs = useNow(drawAgainMs)
  const [{ data }] = useQuery({ query: SessionsDocument })
  usePoll(SessionsDocument, {}, { intervalMs: askAgainMs })
  const sessions = (data?.login.account.sessions ?? []).filter(
    ({ id, target }) => target?.id === serviceId && id !== exceptId,
  )
  if (sessions.length === 0) return null
  const nameOf = (email: string | undefined) => {
    if (email === undefined) return t('sessions.anonymous')
    return email === viewer.email ? t('sessions.you') : email
  }
  return (
    <>
      <SectionTitle end={<Chip>{sessions.length}</Chip>}>{t('connections.live')}</SectionTitle>
      {sessions.map(({ id, user, timestamp, txBytes, rxBytes, path }) => (
        <ListRow
          key={id}
          component={Link}
          to={paths.session(serviceId, id)}
          title={nameOf(user?.email)}
          detail={[
            format.duration(nowMs - Date.parse(timestamp)),
            format.bytes(String(BigInt(txBytes) + BigInt(rxBytes))),
          ].join(' · ')}
          end={path !== null && <Chip tone={pathTone[path.kind]}>{t(pathText[path.kind])}</Chip>}
        />
      ))}
    </>
  )
}
