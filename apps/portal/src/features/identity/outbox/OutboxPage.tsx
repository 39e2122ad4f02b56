// /settings/outbox: the mails that this installation keeps, for the operator. The list on the left, one mail on the right.

import {
  Button,
  EmptyState,
  ErrorState,
  ListRow,
  NoticeBanner,
  Panel,
  PanelBody,
  PanelHead,
  RowSkeletons,
  StatusDot,
  TwoPanels,
} from '@farport/design-system'
import { IconMail, IconMailOpened, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { useQuery } from 'urql'
import { OutboxDocument, type OutboxQuery } from '#graphql'
import { usePoll } from '../../../api/use-poll.ts'
import { useProblemText } from '../../../api/use-problem-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { paths } from '../../../paths.ts'
import { useLayout } from '../../../shell/use-layout.ts'
import { MailPane } from './MailPane.tsx'
import { mailTone } from './mail-tone.ts'
import { mailState, matchingMails } from './outbox-list.ts'

const leftWidth = 380
const variables = { size: 200 }
const refreshMs = 5000

export function OutboxPage() {
  const { t } = useTranslation()
  const { mailId } = useParams()
  const { hasTwoPanels } = useLayout()
  const pane =
    mailId === undefined ? (
      <Panel>
        <EmptyState icon={<IconMailOpened size={28} stroke={1.6} />} title={t('outbox.choose')} />
      </Panel>
    ) : (
      <MailPane key={mailId} id={mailId} />
    )
  if (hasTwoPanels)
    return <TwoPanels name="outbox" leftWidth={leftWidth} left={<MailList selectedId={mailId} />} right={pane} />
  return mailId === undefined ? <MailList selectedId={undefined} /> : pane
}

function MailList({ selectedId }: { selectedId: string | undefined }) {
  const { t } = useTranslation()
  const [{ data, error }] = useQuery({ query: OutboxDocument, variables })
  // No event tells of a mail: the outbox concerns the installation, not an account.
  usePoll(OutboxDocument, variables, { intervalMs: refreshMs, isPaused: error !== undefined })
  const problemText = useProblemText()

  return (
    <Panel label={t('shell.outbox')}>
      {data?.system.canSendMail === false && (
        <PanelHead>
          <NoticeBanner tone="warning">{t('outbox.noServer')}</NoticeBanner>
        </PanelHead>
      )}
      <PanelBody>{content()}</PanelBody>
    </Panel>
  )

  function content() {
    // A refused answer has data too: null.
    if (!data)
      return error === undefined ? (
        <RowSkeletons label={t('shell.loading')} />
      ) : (
        <ErrorState title={t('outbox.operatorOnly')} hint={problemText(error)} />
      )
    if (data.system.outbox.length === 0)
      return (
        <EmptyState icon={<IconMail size={28} stroke={1.6} />} title={t('outbox.empty')} hint={t('outbox.emptyHint')} />
      )
    return <FoundMails mails={data.system.outbox} selectedId={selectedId} />
  }
}

interface FoundMailsProps {
  mails: OutboxQuery['system']['outbox']
  selectedId: string | undefined
}

function FoundMails({ mails, selectedId }: FoundMailsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [search] = useSearchParams()
  const wanted = search.get('q') ?? ''
  const found = matchingMails(mails, wanted)
  if (found.length === 0)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.6} />}
        title={t('outbox.noMatch')}
        action={
          <Button variant="default" component={Link} to={paths.outbox()}>
            {t('outbox.clearSearch')}
          </Button>
        }
      />
    )
  return found.map((mail) => {
    const state = mailState(mail)
    return (
      <ListRow
        key={mail.id}
        component={Link}
        to={paths.outboxMail(mail.id, wanted)}
        mark={<StatusDot tone={mailTone[state]} label={t(`outbox.${state}`)} />}
        title={mail.subject}
        detail={`${mail.to} · ${format.moment(mail.created)}`}
        isSelected={mail.id === selectedId}
      />
    )
  })
}
