// /settings/notifications: by which methods the person is told, where to, and what became of their webhook's messages.

import { ErrorState, NoticeBanner, Panel, PanelBody, RowSkeletons } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useQuery } from 'urql'
import { NotificationSettingsDocument } from '#graphql'
import { useProblemText } from '../../api/use-problem-text.ts'
import { MethodsSection } from './MethodsSection.tsx'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'

export function NotificationSettingsPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const problemText = useProblemText()
  const [{ data, error }] = useQuery({ query: NotificationSettingsDocument })
  return (
    <Panel>
      <PanelBody isNarrow>
        {/* Where the link of a confirmation mail leads. */}
        {search.get('email') === 'confirmed' && (
          <NoticeBanner tone="success">{t('notifications.addressConfirmed')}</NoticeBanner>
        )}
        {search.has('error') && <NoticeBanner tone="danger">{t('notifications.linkInvalid')}</NoticeBanner>}
        {content()}
      </PanelBody>
    </Panel>
  )

  function content() {
    const settings = data?.login.notificationSettings
    if (!data || !settings)
      return error === undefined ? (
        <RowSkeletons label={t('shell.loading')} />
      ) : (
        <ErrorState title={t('notifications.loadFailed')} hint={problemText(error)} />
      )
    const isWebhookKnown = settings.notificationUrl !== null
    return (
      <>
        <MethodsSection settings={settings} email={data.login.email} canSendMail={data.system.canSendMail} />
        {isWebhookKnown && <WebhookDeliveries isOn={settings.urlNotifications} />}
      </>
    )
  }
}
