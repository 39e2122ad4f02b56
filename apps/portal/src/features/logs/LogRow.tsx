// One line of the log: when, a mark, a sentence.

import {
  IconAlertTriangle,
  IconArrowRight,
  IconCircleCheck,
  IconCircleX,
  IconPencil,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlus,
  IconTrash,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import type { Tone } from '@farport/design-system'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../i18n/use-format.ts'
import { paths } from '../../paths.ts'
import { useViewer } from '../identity/index.ts'
import { logSentence, targetName, type LogEvent, type LogMark } from './log-sentence.ts'
import css from './LogRow.module.css'

const marks: Readonly<Record<LogMark, { icon: Icon; tone: Tone }>> = {
  online: { icon: IconCircleCheck, tone: 'success' },
  offline: { icon: IconCircleX, tone: 'neutral' },
  connect: { icon: IconPlugConnected, tone: 'brand' },
  disconnect: { icon: IconPlugConnectedX, tone: 'neutral' },
  add: { icon: IconPlus, tone: 'success' },
  change: { icon: IconPencil, tone: 'neutral' },
  remove: { icon: IconTrash, tone: 'danger' },
  account: { icon: IconUser, tone: 'brand' },
  warning: { icon: IconAlertTriangle, tone: 'warning' },
}

const usersShownMax = 3

export function LogRow({ event }: { event: LogEvent }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const viewer = useViewer()
  const sentence = logSentence(event)
  if (sentence === undefined) return null

  const { icon: Mark, tone } = marks[sentence.mark] ?? { icon: IconArrowRight, tone: 'neutral' }
  const name = targetName(event)
  const target = 'name' in name ? name.name : t('logs.deleted', { id: name.deletedId })
  const actor =
    event.actor === null ? t('logs.somebody') : event.actor.id === viewer.id ? t('logs.you') : event.actor.email
  const deviceId = event.target[0]?.device?.id

  return (
    <li className={css['row']}>
      <time className={css['time']} dateTime={event.timestamp} title={format.moment(event.timestamp)}>
        {formatTime(event.timestamp, i18n.language)}
      </time>
      <Mark size={16} stroke={1.8} className={css['mark']} style={{ '--mark': `var(--dot-${tone})` }} aria-hidden />
      <span className={css['sentence']}>
        <Trans
          i18nKey={`logs.sentence.${sentence.name}`}
          values={{ actor, target, users: users(), type: event.type, ...measures() }}
          components={{
            a: <b />,
            t: deviceId === undefined ? <i /> : <Link className={css['target']} to={paths.device(deviceId)} />,
          }}
        />
      </span>
    </li>
  )

  /** The first few by name: a device may be shared with hundreds. */
  function users(): string {
    const emails = (event.users ?? []).map(({ email }) => email)
    const shown =
      emails.length > usersShownMax ? [...emails.slice(0, usersShownMax), `+${emails.length - usersShownMax}`] : emails
    return new Intl.ListFormat(i18n.language, { type: 'unit' }).format(shown)
  }

  function measures(): { duration: string; bytes: string } {
    if (!('lifetime' in event)) return { duration: '', bytes: '' }
    const bytes = String(BigInt(event.txBytes ?? 0) + BigInt(event.rxBytes ?? 0))
    return { duration: format.duration((event.lifetime ?? 0) * 1000), bytes: format.bytes(bytes) }
  }
}

function formatTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso))
}
