// /account/accessKey: what programs sign their requests with, and the developer key.

import { Chip, ErrorState, Panel, PanelBody, RowSkeletons, SecretText, Section } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { KeysDocument } from '#graphql'
import { useProblemText } from '../../../../api/use-problem-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { AccessKeys } from './AccessKeys.tsx'

export function AccessKeysPage() {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const format = useFormat()
  const [{ data, error }] = useQuery({ query: KeysDocument })
  return (
    <Panel>
      <PanelBody isNarrow>{content()}</PanelBody>
    </Panel>
  )

  function content() {
    if (!data)
      return error === undefined ? (
        <RowSkeletons label={t('shell.loading')} />
      ) : (
        <ErrorState title={t('account.loadFailed')} hint={problemText(error)} />
      )
    const { accessKeys, apiKey } = data.login
    return (
      <>
        <AccessKeys keys={accessKeys} />
        {apiKey !== null && (
          <Section
            title={t('account.developer')}
            description={t('account.developerHint')}
            end={<Chip tone="warning">{t('account.developerSecret')}</Chip>}
          >
            <SecretText
              value={apiKey.key}
              label={t('account.developerKey')}
              revealLabel={t('account.reveal')}
              coverLabel={t('account.cover')}
              copyLabel={t('account.copyDeveloperKey')}
            />
            <p style={{ margin: '0.4rem 0 0', color: 'var(--text-muted)', fontSize: '0.8125rem' }}>
              {t('account.developerUpdated', { date: format.day(apiKey.updated) })}
            </p>
          </Section>
        )}
      </>
    )
  }
}
