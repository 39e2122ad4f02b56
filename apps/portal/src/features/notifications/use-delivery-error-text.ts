// Why a message did not arrive, in the reader's language.

import { useTranslation } from 'react-i18next'
import { deliveryError } from './delivery-error.ts'

export function useDeliveryErrorText(): (sentence: string) => string {
  const { t } = useTranslation()
  return (sentence) => {
    const known = deliveryError(sentence)
    return known === undefined ? sentence : t(`notifications.deliveryError.${known.kind}`, { detail: known.detail })
  }
}
