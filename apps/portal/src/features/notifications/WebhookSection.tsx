// The webhook: its switch, where it leads, how its messages are signed, and a test.

import {
  ActionButton,
  Button,
  ConfirmDialog,
  Group,
  NoticeBanner,
  RowList,
  SecretText,
  Section,
  Stack,
  TextInput,
  notify,
} from '@farport/design-system'
import { IconWebhook } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { TestWebhookDocument } from '#graphql'
import { useNotifyProblem } from '../../api/use-problem-text.ts'
import { MethodRow } from './MethodRow.tsx'
import { useSaveSettings, type Settings } from './use-settings.ts'
import { isWebhookUrl, webhookView } from './webhook-form.ts'

const urlLengthMax = 2048

export function WebhookSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { isSaving, save } = useSaveSettings()
  const saved = { isOn: settings.urlNotifications, url: settings.notificationUrl ?? '' }
  /** What the person has chosen and the server does not know yet. */
  const [wish, setWish] = useState<{ isOn?: boolean; url?: string }>({})
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
    <Section
      title={t('notifications.byWebhook')}
      description={t('notifications.byWebhookHint')}
      end={saved.isOn && <TestButton />}
    >
      {settings.notificationUrlError !== null && (
        <div style={{ marginBottom: '0.75rem' }}>
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
        </div>
      )}
      <RowList label={t('notifications.byWebhook')}>
        <MethodRow
          icon={<IconWebhook size={20} stroke={1.6} />}
          label={t('notifications.byWebhook')}
          hint={form.isOn ? (saved.isOn ? saved.url : t('notifications.urlInvalid')) : t('notifications.byWebhookHint')}
          isOn={form.isOn}
          isSaving={isSaving}
          onChange={(isOn) => void turn(isOn)}
        >
          <Stack gap="sm">
            <form onSubmit={(event) => void submit(event)} noValidate>
              <Group align="flex-start" gap="xs" wrap="nowrap">
                <TextInput
                  label={t('notifications.url')}
                  style={{ flex: 1, minWidth: 0 }}
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
                  mt={23}
                  refusal={isSaving ? t('notifications.saving') : refusal && t(refusal)}
                >
                  {t(isSaving ? 'notifications.saving' : 'notifications.save')}
                </ActionButton>
              </Group>
            </form>
            {settings.notificationSecret !== null && saved.isOn && (
              <SigningSecret secret={settings.notificationSecret} />
            )}
          </Stack>
        </MethodRow>
      </RowList>
    </Section>
  )
}

function SigningSecret({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const { isSaving, save } = useSaveSettings()
  const [isAsking, setIsAsking] = useState(false)

  const renew = async () => {
    const isRenewed = await save({ renewSecret: true })
    setIsAsking(false)
    if (isRenewed) notify.success(t('notifications.secretRenewed'))
  }

  return (
    <div>
      <div style={{ fontWeight: 500, marginBottom: 4 }}>{t('notifications.secret')}</div>
      <SecretText
        value={secret}
        label={t('notifications.secret')}
        revealLabel={t('notifications.reveal')}
        coverLabel={t('notifications.cover')}
        copyLabel={t('notifications.copySecret')}
      />
      <Group justify="space-between" gap="xs" mt={6}>
        <span style={{ color: 'var(--text-muted)', fontSize: '0.8125rem', flex: '1 1 14rem' }}>
          {t('notifications.secretHint')}
        </span>
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          {t('notifications.renewSecret')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('notifications.renewSecretTitle')}
        confirmLabel={t('notifications.renewSecret')}
        isDangerous
        isBusy={isSaving}
        onConfirm={() => void renew()}
        onClose={() => setIsAsking(false)}
      >
        {t('notifications.renewSecretText')}
      </ConfirmDialog>
    </div>
  )
}

function TestButton() {
  const { t } = useTranslation()
  const notifyProblem = useNotifyProblem()
  const [{ fetching: isBusy }, test] = useMutation(TestWebhookDocument)

  const send = async () => {
    const result = await test({})
    if (!notifyProblem(result) || !result.data) return
    const { state, error, responseStatus } = result.data.testWebhook
    if (state === 'delivered') notify.success(t('notifications.testSent'))
    else if (error === null && responseStatus === null) notify.notice(t('notifications.testUnanswered'))
    else notify.error(t('notifications.testFailed', { detail: error ?? `HTTP ${responseStatus}` }))
  }

  return (
    <Button variant="default" loading={isBusy} onClick={() => void send()}>
      {t('notifications.test')}
    </Button>
  )
}
