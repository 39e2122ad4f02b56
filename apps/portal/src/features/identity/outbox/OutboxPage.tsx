// /settings/outbox: the mails that this installation keeps, for the operator.

import {
  Button,
  Chip,
  EmptyState,
  ErrorState,
  NoticeBanner,
  Panel,
  PanelBody,
  RowSkeletons,
  CopyButton,
  SectionTitle,
} from '@farport/design-system'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { OutboxDocument, type OutboxQuery } from '#graphql'
import { useProblemText } from '../../../api/use-problem-text.ts'
import { usePoll } from '../../../api/use-poll.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { firstLink } from './mail-links.ts'
import css from './OutboxPage.module.css'

const mailsMax = 50
const refreshMs = 5000

type Mail = OutboxQuery['system']['outbox'][number]

export function OutboxPage() {
  const { t } = useTranslation()
  const variables = { size: mailsMax }
  const [{ data, error }] = useQuery({ query: OutboxDocument, variables })
  // No event tells of a mail: the outbox concerns the installation, not an account.
  usePoll(OutboxDocument, variables, { intervalMs: refreshMs, isPaused: error !== undefined })
  const problemText = useProblemText()

  return (
    <Panel>
      <PanelBody isNarrow>
        <SectionTitle>{t('identity.outboxHint')}</SectionTitle>
        {data?.system.canSendMail === false && <NoticeBanner tone="warning">{t('identity.outboxNoMail')}</NoticeBanner>}
        {content()}
      </PanelBody>
    </Panel>
  )

  function content() {
    // A refused answer has data too: null.
    if (!data)
      return error === undefined ? (
        <RowSkeletons label={t('shell.loading')} />
      ) : (
        <ErrorState title={t('identity.operatorOnly')} hint={problemText(error)} />
      )
    if (data.system.outbox.length === 0)
      return (
        <EmptyState
          icon={<IconMail size={28} stroke={1.6} />}
          title={t('identity.outboxEmpty')}
          hint={t('identity.outboxEmptyHint')}
        />
      )
    return data.system.outbox.map((mail) => <MailCard key={mail.id} mail={mail} />)
  }
}

function MailCard({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const link = firstLink(mail.text)
  const state = mail.error !== null ? 'mailFailed' : mail.sent !== null ? 'mailSent' : 'mailKept'
  const tone = { mailFailed: 'danger', mailSent: 'success', mailKept: 'neutral' } as const
  return (
    <article className={css['mail']}>
      <header className={css['head']}>
        <div>
          <h3>{mail.subject}</h3>
          <p>
            {t('identity.mailTo', { address: mail.to })} · {format.moment(mail.created)}
          </p>
        </div>
        <Chip tone={tone[state]}>{t(`identity.${state}`)}</Chip>
      </header>
      {mail.error !== null && <NoticeBanner tone="danger">{mail.error}</NoticeBanner>}
      <pre className={css['text']}>{mail.text}</pre>
      <div className={css['actions']}>
        {link !== undefined && (
          <Button component="a" href={link} size="xs" variant="light">
            {t('identity.openLink')}
          </Button>
        )}
        <CopyButton value={mail.text} label={t('identity.copyText')} look="button" />
      </div>
    </article>
  )
}
