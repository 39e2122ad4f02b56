// Text messages by a webhook of the operator's, signed by Standard Webhooks: whoever is behind it brings them to phones.
//
//   {"type":"sms","timestamp":"<ISO 8601>","data":{"to":"<E.164>","text":"…"}}

import type { Clock, Secret } from '@farport/basics'
import type { Ids } from './ids.ts'
import { smsTimeoutMs, type SmsSender } from './sms.ts'
import { createWebhookSender } from './webhook-sender.ts'

export interface SmsWebhook {
  url: Secret
  secret: Secret<Buffer>
}

export function createSmsWebhook(
  { url, secret }: SmsWebhook,
  { ids, clock, userAgent }: { ids: Ids; clock: Clock; userAgent: string },
): SmsSender {
  // The operator chose this place, not somebody who must not look inside: it may well be in their own network.
  const sender = createWebhookSender({ mayReach: () => true, clock, userAgent, timeoutMs: smsTimeoutMs })
  return {
    canSend: true,
    async send({ to, text }) {
      const body = JSON.stringify({ type: 'sms', timestamp: new Date(clock.now()).toISOString(), data: { to, text } })
      const outcome = await sender.send({ id: ids('m'), url: url.reveal(), body, secret })
      return outcome.hasArrived ? { wasTaken: true } : { wasTaken: false, reason: outcome.error }
    },
    [Symbol.dispose]: () => sender[Symbol.dispose](),
  }
}
