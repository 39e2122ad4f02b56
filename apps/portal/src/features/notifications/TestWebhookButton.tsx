// Sends a message to the webhook now, and says whether it arrived.

import { Button, notify } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { TestWebhookDocument } from '#graphql'
import { useNotifyProblem } from '../../api/use-problem-text.ts'
import { useDeliveryErrorText } from './use-delivery-error-text.ts'

export function TestWebhookButton() {
  const { t } = useTranslation()
  const notifyProblem = useNotifyProblem()
  const errorText = useDeliveryErrorText()
  const [{ fetching: isBusy }, test] = useMutation(TestWebhookDocument)

  const send = async () => {
    const result = await test({})
    if (!notifyProblem(result) || !result.data) return
    const { state, error, responseStatus } = result.data.testWebhook
    if (state === 'delivered') notify.success(t('notifications.testSent'))
    else if (error === null && responseStatus === null) notify.notice(t('notifications.testUnanswered'))
    else
      notify.error(
        t('notifications.testFailed', { detail: error === null ? `HTTP ${responseStatus}` : errorText(error) }),
      )
  }

  return (
    <Button variant="default" loading={isBusy} onClick={() => void send()}>
      {t('notifications.test')}
    </Button>
  )
}
