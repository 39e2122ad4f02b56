// /account/overview: who the person is here, in which language and time zone, and how they leave.

import { ErrorState, InitialAvatar, Panel, PanelBody, RowSkeletons } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useQuery } from 'urql'
import { ProfileDocument } from '#graphql'
import { useProblemText } from '../../../../api/use-problem-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import css from './AccountOverviewPage.module.css'
import { DeletionRequestSection } from './DeletionRequestSection.tsx'
import { EmailLink } from './EmailLink.tsx'
import { EmailSection } from './EmailSection.tsx'
import { LanguageSection } from './LanguageSection.tsx'

export function AccountOverviewPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const [search] = useSearchParams()
  const problemText = useProblemText()
  const [{ data, error }] = useQuery({ query: ProfileDocument })
  return (
    <Panel>
      <PanelBody isNarrow>
        <EmailLink token={search.get('emailToken')} />
        {content()}
      </PanelBody>
    </Panel>
  )

  function content() {
    if (!data)
      return error === undefined ? (
        <RowSkeletons label={t('shell.loading')} />
      ) : (
        <ErrorState title={t('account.loadFailed')} hint={problemText(error)} />
      )
    const { email, created, timezone } = data.login
    return (
      <>
        <div className={css['person']}>
          {/* By initial: a picture from Gravatar would tell a third party who signs in here, and when. */}
          <InitialAvatar name={email} size={72} />
          <div className={css['who']}>
            <div className={css['email']}>{email}</div>
            <div className={css['since']}>{t('account.memberSince', { date: format.day(created) })}</div>
          </div>
        </div>
        <EmailSection email={email} />
        <LanguageSection timezone={timezone} />
        <DeletionRequestSection />
      </>
    )
  }
}
