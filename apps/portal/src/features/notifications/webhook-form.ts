// The rules of the field for the URL of the webhook, and of its Save button.

import type { MessageKey } from '../../i18n/messages.ts'

export interface WebhookForm {
  isOn: boolean
  url: string
}

export interface WebhookView {
  /** What stands below the field. */
  helper: MessageKey | undefined
  /** Why it cannot be saved. */
  refusal: MessageKey | undefined
}

export function webhookView(form: WebhookForm, saved: WebhookForm): WebhookView {
  if (!form.isOn) return { helper: undefined, refusal: 'notifications.saveOff' }
  if (!isWebhookUrl(form.url)) return { helper: 'notifications.urlInvalid', refusal: 'notifications.urlInvalid' }
  const isSame = saved.isOn && form.url.trim() === saved.url
  return { helper: undefined, refusal: isSame ? 'notifications.saveUnchanged' : undefined }
}

/** Whether it is a URL at all; where it may lead, the server knows. */
export function isWebhookUrl(text: string): boolean {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed)
}
