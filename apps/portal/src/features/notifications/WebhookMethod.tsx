// The webhook: its switch, where it leads, how its messages are signed.

import { ActionButton, AskFirst, Button, NoticeBanner, SecretText, TextInput, notify } from '@farport/design-system'
import { IconWebhook } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MethodRow } from './MethodRow.tsx'
import { useSaveSettings, type Settings } from './use-settings.ts'
import { isWebhookUrl, webhookView, type WebhookForm } from './webhook-form.ts'
import css from './WebhookMethod.module.css'

const urlLengthMax = 2048

export function WebhookMethod({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { isSaving, save } = useSaveSettings()
  const saved = { isOn: settings.urlNotifications, url: settings.notificationUrl ?? '' }
  /** What the person has chosen and the server does not know yet. */
  const [wish, setWish] = useState<Partial<WebhookForm>>({})
  const form = { ...saved, ...wish }
  const { helper, refusal } = webhookView(form, saved)

  const turn = async (isOn: boolean) => {
    setWish({ ...wish, isOn })
    // Without a URL there is nothing to switch on yet: Save does it, once there is one.
    if (isOn && !isWebhookUrl(form.url)) return
    await save(isOn ? { urlNotifications: true, notificationUrl: form.url.trim() } : { urlNotifications: false })
    setWish({})
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (refusal !== undefined || isSaving) return
    if (!(await save({ urlNotifications: true, notificationUrl: form.url.trim() }))) return
    setWish({})
    notify.success(t('notifications.saved'))
  }

  return (
    <MethodRow
      icon={<IconWebhook size={20} stroke={1.6} />}
      label={t('notifications.byWebhook')}
      hint={t('notifications.byWebhookHint')}
      isOn={form.isOn}
      isSaving={isSaving}
      onChange={(isOn) => void turn(isOn)}
    >
      <div className={css['webhook']}>
        {settings.notificationUrlError !== null && (
          <NoticeBanner
            tone="danger"
            title={t('notifications.webhookError')}
            action={
              <Button size="xs" variant="default" loading={isSaving} onClick={() => void turn(true)}>
                {t('notifications.webhookOn')}
              </Button>
            }
          >
            {settings.notificationUrlError}
          </NoticeBanner>
        )}
        <form className={css['form']} onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            label={t('notifications.url')}
            className={css['url']}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={urlLengthMax}
            value={form.url}
            error={helper && t(helper)}
            required={form.isOn}
            disabled={!form.isOn}
            onChange={(event) => setWish({ ...wish, url: event.currentTarget.value })}
          />
          <ActionButton
            type="submit"
            className={css['save']}
            refusal={isSaving ? t('notifications.saving') : refusal && t(refusal)}
          >
            {t(isSaving ? 'notifications.saving' : 'notifications.save')}
          </ActionButton>
        </form>
        {settings.notificationSecret !== null && saved.isOn && <SigningSecret secret={settings.notificationSecret} />}
      </div>
    </MethodRow>
  )
}

function SigningSecret({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const { save } = useSaveSettings()

  const renew = async () => {
    const isRenewed = await save({ renewSecret: true })
    if (isRenewed) notify.success(t('notifications.secretRenewed'))
  }

  return (
    <div>
      <SecretText
        value={secret}
        label={t('notifications.secret')}
        isLabelled
        revealLabel={t('notifications.reveal')}
        coverLabel={t('notifications.cover')}
        copyLabel={t('notifications.copySecret')}
      />
      <div className={css['secretFoot']}>
        <span>{t('notifications.secretHint')}</span>
        <AskFirst
          renderOpener={(ask) => (
            <Button size="xs" variant="default" onClick={ask}>
              {t('notifications.renewSecret')}
            </Button>
          )}
          title={t('notifications.renewSecretTitle')}
          confirmLabel={t('notifications.renewSecret')}
          isDangerous
          onConfirm={renew}
        >
          {t('notifications.renewSecretText')}
        </AskFirst>
      </div>
    </div>
  )
}
