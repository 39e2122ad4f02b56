// What happens in a session just now: since when, from where, how much.

import { KeyValueRows } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useFormat, useNow } from '../../i18n/use-format.ts'

interface SessionFactsProps {
  session: { timestamp: string; source: string | null; txBytes: string; rxBytes: string; streams: number }
}

export function SessionFacts({ session }: SessionFactsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const nowMs = useNow(1000)
  return (
    <KeyValueRows
      rows={[
        { label: t('connections.fact.since'), value: format.duration(nowMs - Date.parse(session.timestamp)) },
        { label: t('connections.fact.source'), value: session.source ?? t('connections.fact.noSource') },
        { label: t('connections.fact.received'), value: format.bytes(session.rxBytes) },
        { label: t('connections.fact.sent'), value: format.bytes(session.txBytes) },
        { label: t('connections.fact.streams'), value: String(session.streams) },
      ]}
    />
  )
}
