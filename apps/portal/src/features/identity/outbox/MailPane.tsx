// One mail, as mail programs show it or as plain text.

import {
  Button,
  Chip,
  CopyButton,
  EmptyState,
  ErrorState,
  NoticeBanner,
  Panel,
  PanelHead,
  RowSkeletons,
  SegmentedControl,
} from '@farport/design-system'
import { IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { OutboxMailDocument, type OutboxMailQuery } from '#graphql'
import { useProblemText } from '../../../api/use-problem-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { firstLink } from './mail-links.ts'
import { mailTone } from './mail-tone.ts'
import css from './MailPane.module.css'
import { mailState } from './outbox-list.ts'

type Mail = OutboxMailQuery['system']['outbox'][number]

export function MailPane({ id }: { id: string }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [{ data, error, fetching, stale }] = useQuery({ query: OutboxMailDocument, variables: { id } })
  const mail = data?.system.outbox[0]
  return <Panel label={mail?.subject ?? t('shell.outbox')}>{content()}</Panel>

  function content() {
    if (mail !== undefined) return <MailContent mail={mail} />
    if (error !== undefined) return <ErrorState title={t('outbox.loadFailed')} hint={problemText(error)} />
    if (fetching || stale) return <RowSkeletons label={t('shell.loading')} />
    return (
      <EmptyState
        icon={<IconMailOff size={28} stroke={1.6} />}
        title={t('outbox.notThere')}
        hint={t('outbox.notThereHint')}
      />
    )
  }
}

type Look = 'formatted' | 'text'
const looks = ['formatted', 'text'] as const

function MailContent({ mail }: { mail: Mail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [look, setLook] = useState<Look>('formatted')
  const link = firstLink(mail.text)
  const state = mailState(mail)

  return (
    <>
      <PanelHead>
        <div className={css['head']}>
          <h2 className={css['subject']}>{mail.subject}</h2>
          <Chip tone={mailTone[state]}>{t(`outbox.${state}`)}</Chip>
        </div>
        <p className={css['facts']}>
          {t('outbox.to', { address: mail.to })} · {format.moment(mail.created)}
        </p>
        {mail.error !== null && <NoticeBanner tone="danger">{mail.error}</NoticeBanner>}
        {mail.text !== '' && (
          <div className={css['actions']}>
            <SegmentedControl
              size="xs"
              aria-label={t('outbox.look')}
              value={look}
              data={looks.map((value) => ({ value, label: t(`outbox.${value}`) }))}
              onChange={setLook}
            />
            <span className={css['space']} />
            <CopyButton value={mail.text} label={t('outbox.copyText')} look="button" />
            {link !== undefined && (
              <Button component="a" href={link} size="xs">
                {t('outbox.openLink')}
              </Button>
            )}
          </div>
        )}
      </PanelHead>
      {content()}
    </>
  )

  function content() {
    if (mail.text === '')
      return (
        <EmptyState
          icon={<IconMailOff size={28} stroke={1.6} />}
          title={t('outbox.gone')}
          hint={t('outbox.goneHint')}
        />
      )
    if (look === 'text') return <pre className={css['text']}>{mail.text}</pre>
    // Without scripts, forms and our origin; links open beside the portal, which they know nothing of.
    return (
      <iframe
        className={css['formatted']}
        title={mail.subject}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={mail.html}
      />
    )
  }
}
