// The settings of text messages: the operator's webhook, or Twilio. Half of either is a mistake, and so are both.

import { accept, refuse, Secret, type Result } from '@farport/basics'
import { z } from 'zod'
import type { SmsPlace } from '#platform/sms-place'

export const smsSettings = {
  FARPORT_SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  FARPORT_SMS_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 bytes in base64')
    .optional(),
  FARPORT_TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional(),
  FARPORT_TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  FARPORT_TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/, 'must be a number such as +14155550100, or MG and 32 digits')
    .optional(),
  FARPORT_TWILIO_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
  FARPORT_SMS_DAILY_MAX: z.coerce.number().int().min(1).max(1_000_000).default(500),
}

type SmsEnvironment = z.infer<z.ZodObject<typeof smsSettings>>

/** Undefined: text messages cannot be sent from here. */
export function smsPlaceOf(environment: SmsEnvironment): Result<SmsPlace | undefined, string> {
  const webhook = together(environment, ['FARPORT_SMS_WEBHOOK_URL', 'FARPORT_SMS_WEBHOOK_SECRET'])
  if (!webhook.ok) return webhook
  const twilio = together(environment, [
    'FARPORT_TWILIO_ACCOUNT_SID',
    'FARPORT_TWILIO_AUTH_TOKEN',
    'FARPORT_TWILIO_FROM',
  ])
  if (!twilio.ok) return twilio
  if (webhook.value !== undefined && twilio.value !== undefined)
    return refuse('FARPORT_SMS_WEBHOOK_URL and FARPORT_TWILIO_ACCOUNT_SID exclude each other.')
  if (webhook.value !== undefined) {
    const [url = '', secret = ''] = webhook.value
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return accept({ kind: 'webhook', url: new Secret(url), secret: new Secret(bytes) })
  }
  if (twilio.value === undefined) return accept(undefined)
  const [sid = '', token = '', from = ''] = twilio.value
  const url = environment.FARPORT_TWILIO_URL.replace(/\/+$/, '')
  return accept({ kind: 'twilio', url, sid, token: new Secret(token), from })
}

/** All of them, or undefined when there is none. */
function together(
  environment: SmsEnvironment,
  names: readonly (keyof SmsEnvironment)[],
): Result<string[] | undefined, string> {
  const values = names.flatMap((name) => (environment[name] === undefined ? [] : [String(environment[name])]))
  if (values.length === 0) return accept(undefined)
  return values.length === names.length ? accept(values) : refuse(`${names.join(', ')} belong together: set them all.`)
}
