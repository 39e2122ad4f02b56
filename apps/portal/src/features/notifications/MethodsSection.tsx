// The methods: each a switch that saves at once, with where it leads.

import { Chip, EditableText, NoticeBanner, RowList, Section, notify } from '@farport/design-system'
import { IconBell, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './MethodsSection.module.css'
import { MethodRow } from './MethodRow.tsx'
import { WebhookMethod } from './WebhookMethod.tsx'
import { useSaveSettings, type Settings } from './use-settings.ts'

const addressLengthMax = 254
/** A simple form: what is an address, the mail to it shows. */
const addressShape = /^[^\s@]+@[^\s@]+$/

interface MethodsSectionProps {
  settings: Settings
  /** Of the account. */
  email: string
  canSendMail: boolean
}

export function MethodsSection({ settings, email, canSendMail }: MethodsSectionProps) {
  const { t } = useTranslation()
  const inPortal = useSaveSettings()
  const byMail = useSaveSettings()
  return (
    <Section title={t('notifications.methods')} description={t('notifications.methodsHint')}>
      <RowList label={t('notifications.methods')}>
        <MethodRow
          icon={<IconBell size={20} stroke={1.6} />}
          label={t('notifications.inPortal')}
          hint={t('notifications.inPortalHint')}
          isOn={settings.desktopNotifications}
          isSaving={inPortal.isSaving}
          onChange={(desktopNotifications) => void inPortal.save({ desktopNotifications })}
        />
        <MethodRow
          icon={<IconMail size={20} stroke={1.6} />}
          label={t('notifications.byMail')}
          hint={t('notifications.byMailHint')}
          isOn={settings.emailNotifications}
          isSaving={byMail.isSaving}
          onChange={(emailNotifications) => void byMail.save({ emailNotifications })}
        >
          <MailAddress settings={settings} email={email} />
          {!canSendMail && settings.emailNotifications && (
            <NoticeBanner tone="warning">{t('notifications.noMail')}</NoticeBanner>
          )}
        </MethodRow>
        <WebhookMethod settings={settings} />
      </RowList>
    </Section>
  )
}

function MailAddress({ settings, email }: { settings: Settings; email: string }) {
  const { t } = useTranslation()
  const { save } = useSaveSettings()
  const { notificationEmail: address, notificationEmailVerified: isVerified } = settings

  const change = async (text: string) => {
    const isSaved = await save({ notificationEmail: text === '' ? null : text.toLowerCase() })
    if (isSaved && text !== '') notify.success(t('notifications.addressSent'))
  }

  return (
    <div className={css['address']}>
      <span className={css['label']}>{t('notifications.address')}</span>
      <div className={css['value']}>
        <EditableText
          value={address ?? ''}
          label={t('notifications.address')}
          placeholder={t('notifications.addressOfAccount', { email })}
          lengthMax={addressLengthMax}
          isOptional
          validate={(text) => (text === '' || addressShape.test(text) ? undefined : t('notifications.addressInvalid'))}
          onSave={(text) => void change(text)}
        />
        {address !== null && (
          <Chip tone={isVerified ? 'success' : 'warning'}>
            {t(isVerified ? 'notifications.addressVerified' : 'notifications.addressWaiting')}
          </Chip>
        )}
      </div>
      {address !== null && !isVerified && (
        <span className={css['hint']}>{t('notifications.addressWaitingHint', { address, email })}</span>
      )}
    </div>
  )
}
