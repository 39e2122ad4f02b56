// Who brings text messages to phones, by the settings: the operator's webhook, Twilio, or nobody.

import type { Clock } from '@farport/basics'
import type { Ids } from './ids.ts'
import { noSms, type SmsSender } from './sms.ts'
import { createTwilioSender, type TwilioAccount } from './sms-twilio.ts'
import { createSmsWebhook, type SmsWebhook } from './sms-webhook.ts'

export type SmsPlace = ({ kind: 'webhook' } & SmsWebhook) | ({ kind: 'twilio' } & TwilioAccount)

export function openSms(place: SmsPlace | undefined, means: { ids: Ids; clock: Clock; userAgent: string }): SmsSender {
  if (place === undefined) return noSms
  return place.kind === 'webhook' ? createSmsWebhook(place, means) : createTwilioSender(place)
}
