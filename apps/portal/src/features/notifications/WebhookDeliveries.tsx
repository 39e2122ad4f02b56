// What was sent to the webhook and what became of it, newest first.

import {
  Button,
  Chip,
  EmptyState,
  ErrorState,
  Row,
  RowList,
  RowSkeletons,
  Section,
  type Tone,
} from '@farport/design-system'
import { IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WebhookDeliveriesDocument, type WebhookDeliveryFieldsFragment } from '#graphql'
import { usePoll } from '../../api/use-poll.ts'
import { useProblemText } from '../../api/use-problem-text.ts'
import { useQueryPages } from '../../api/use-query-pages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { answerKind, deliveryState, type DeliveryState } from './delivery-state.ts'
import { useDeliveryErrorText } from './use-delivery-error-text.ts'
import { TestWebhookButton } from './TestWebhookButton.tsx'
import css from './WebhookDeliveries.module.css'

const pageSize = 10
const refreshMs = 5000
const firstPage = { after: null, size: pageSize }

const tones: Readonly<Record<DeliveryState, Tone>> = { waiting: 'neutral', delivered: 'success', failed: 'danger' }

export function WebhookDeliveries({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [afters, setAfters] = useState<readonly string[]>([])
  const variables = [firstPage, ...afters.map((after) => ({ after, size: pageSize }))]
  const { pages, isFetching, error } = useQueryPages({ query: WebhookDeliveriesDocument, variables })
  // No event tells of a delivery.
  usePoll(WebhookDeliveriesDocument, firstPage, { intervalMs: refreshMs, isPaused: error !== undefined })
  const deliveries = pages.map(({ login }) => login.webhookDeliveries)
  const last = deliveries.at(-1)
  const items = deliveries.flatMap((page) => page.items)

  return (
    <Section
      title={t('notifications.deliveries')}
      description={t('notifications.deliveriesHint')}
      end={isOn && <TestWebhookButton />}
    >
      {content()}
    </Section>
  )

  function content() {
    if (last === undefined)
      return error === undefined ? (
        <RowSkeletons count={3} label={t('shell.loading')} />
      ) : (
        <ErrorState title={t('notifications.deliveriesFailed')} hint={problemText(error)} />
      )
    if (items.length === 0)
      return (
        <EmptyState
          icon={<IconWebhook size={28} stroke={1.6} />}
          title={t('notifications.noDeliveries')}
          hint={t('notifications.noDeliveriesHint')}
        />
      )
    return (
      <>
        <RowList label={t('notifications.deliveries')}>
          {items.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </RowList>
        {last.hasMore && last.last !== null && (
          <Button
            mt="sm"
            variant="default"
            loading={isFetching}
            onClick={() => last.last !== null && setAfters([...afters, last.last])}
          >
            {t('shell.loadMore')}
          </Button>
        )}
      </>
    )
  }
}

function DeliveryRow({ delivery }: { delivery: WebhookDeliveryFieldsFragment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useDeliveryErrorText()
  const state = deliveryState(delivery.state)
  const facts = [
    t('notifications.attempts', { count: delivery.attempts }),
    delivery.responseStatus === null
      ? delivery.error === null
        ? undefined
        : errorText(delivery.error)
      : t(`notifications.${answerKind(delivery.responseStatus)}`, { status: delivery.responseStatus }),
    delivery.due === null ? undefined : t('notifications.nextAttempt', { date: format.moment(delivery.due) }),
  ]
  return (
    <Row
      title={format.moment(delivery.created)}
      detail={facts.filter((fact) => fact !== undefined).join(' · ')}
      end={<Chip tone={tones[state]}>{t(`notifications.delivery.${state}`)}</Chip>}
    >
      <details className={css['message']}>
        <summary>{t('notifications.body')}</summary>
        <p>{delivery.url}</p>
        <pre>{JSON.stringify(delivery.body, null, 2)}</pre>
      </details>
    </Row>
  )
}
