// Where the person is signed in: each place, this one marked, ending one or all.

import { AskFirst, Button, Chip, Row, RowList, Section, notify } from '@farport/design-system'
import type { SessionEntry, SessionList } from '@farport/contract'
import { IconDeviceDesktop, IconDeviceMobile, IconLogout, IconTerminal2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat, useNow } from '../../../../i18n/use-format.ts'
import { useSession } from '../../session.tsx'
import { account } from '../account-calls.ts'
import { Loaded } from '../Loaded.tsx'
import { useProven } from '../prove/proof-context.ts'
import type { CallState } from '../use-call.ts'
import { useNotifyAccountProblem } from '../use-problem-texts.ts'
import { sessionKind, sessionPlace, type SessionKind } from './session-entry.ts'

const icons: Readonly<Record<SessionKind, typeof IconTerminal2>> = {
  terminal: IconTerminal2,
  phone: IconDeviceMobile,
  browser: IconDeviceDesktop,
}

interface SessionsSectionProps {
  state: CallState<SessionList>
  onReload: () => Promise<void>
}

export function SessionsSection({ state, onReload: reload }: SessionsSectionProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('account.sessions')} description={t('account.sessionsHint')} end={<SignOutEverywhere />}>
      <Loaded state={state} onRetry={reload}>
        {({ sessions }) => (
          <RowList label={t('account.sessions')}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={reload} />
            ))}
          </RowList>
        )}
      </Loaded>
    </Section>
  )
}

const tickMs = 30_000

function SessionRow({ session, onEnded }: { session: SessionEntry; onEnded: () => Promise<void> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(tickMs)
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()
  const [isBusy, setIsBusy] = useState(false)
  const Icon = icons[sessionKind(session)]
  const place = sessionPlace(session)
  const age = format.age(Math.max(0, now - Date.parse(session.lastActive)))

  const end = async () => {
    setIsBusy(true)
    const answer = await proven(() => account.endSession(session.id))
    if (notifyProblem(answer)) notify.success(t('account.sessionEnded', { device: session.device }))
    await onEnded()
    setIsBusy(false)
  }

  return (
    <Row
      mark={<Icon size={20} stroke={1.6} />}
      title={
        <>
          {session.device}
          {session.isCurrent && <Chip tone="success">{t('account.thisSession')}</Chip>}
        </>
      }
      detail={
        <>
          {place !== '' && `${place} · `}
          <span title={format.moment(session.lastActive)}>
            {session.isCurrent ? t('account.activeNow') : t('account.lastActive', { time: age })}
          </span>
          {' · '}
          {t('account.signedInOn', { date: format.moment(session.created) })}
        </>
      }
      end={
        !session.isCurrent && (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            aria-label={t('account.endSession', { device: session.device })}
            onClick={() => void end()}
          >
            {t('shell.signOut')}
          </Button>
        )
      }
    />
  )
}

function SignOutEverywhere() {
  const { t } = useTranslation()
  const { check } = useSession()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()

  const signOut = async () => {
    const answer = await proven(account.signOutEverywhere)
    if (notifyProblem(answer)) await check()
  }

  return (
    <AskFirst
      renderOpener={(ask) => (
        <Button variant="light" color="danger" leftSection={<IconLogout size={16} />} onClick={ask}>
          {t('account.signOutEverywhere')}
        </Button>
      )}
      title={t('account.signOutEverywhereTitle')}
      confirmLabel={t('account.signOutEverywhere')}
      isDangerous
      onConfirm={signOut}
    >
      {t('account.signOutEverywhereText')}
    </AskFirst>
  )
}
