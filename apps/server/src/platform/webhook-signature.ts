// Signatures of webhooks, by Standard Webhooks: the receiver knows who sent a message, and when, and that it is whole.
//
//   secret            whsec_<base64 of 32 bytes>
//   webhook-id        the same at every attempt to bring one message
//   webhook-timestamp seconds since the epoch, of this attempt
//   webhook-signature v1,<base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`>

import { createHmac } from 'node:crypto'
import type { Secret } from '@farport/basics'

export const webhookSecretBytes = 32

export function webhookSecretText(secret: Secret<Buffer>): string {
  return `whsec_${secret.reveal().toString('base64')}`
}

export function webhookHeaders(
  message: { readonly id: string; readonly body: string; readonly secret: Secret<Buffer> },
  nowMs: number,
): Record<`webhook-${'id' | 'timestamp' | 'signature'}`, string> {
  const { id, body, secret } = message
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', secret.reveal()).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
