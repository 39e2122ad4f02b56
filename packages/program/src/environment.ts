// Settings from the environment: parsed once at the start, and refused with a sentence when one is wrong.

import { accept, refuse, type Result } from '@farport/basics'
import type { z } from 'zod'

/** Every setting of every program: a machine that runs several may set them all. A name that is not here is misspelt. */
const settings = new Set([
  'FARPORT_ACCESS_TOKEN_MINUTES',
  'FARPORT_ACME_DIRECTORY',
  'FARPORT_ACME_EMAIL',
  'FARPORT_AMAZON_CLIENT_ID',
  'FARPORT_AMAZON_CLIENT_SECRET',
  'FARPORT_AMAZON_ISSUER',
  'FARPORT_APPLE_CLIENT_ID',
  'FARPORT_APPLE_ISSUER',
  'FARPORT_APPLE_KEY_ID',
  'FARPORT_APPLE_PRIVATE_KEY',
  'FARPORT_APPLE_TEAM_ID',
  'FARPORT_CAPTCHA_COST',
  'FARPORT_CLIENT_VERSION_MIN',
  'FARPORT_DATA_DIR',
  'FARPORT_DEMO',
  'FARPORT_DEMO_SERVICES',
  'FARPORT_DEMO_WORD',
  'FARPORT_DIRECT',
  'FARPORT_GEO_DATABASE',
  'FARPORT_GOOGLE_CLIENT_ID',
  'FARPORT_GOOGLE_CLIENT_SECRET',
  'FARPORT_GOOGLE_ISSUER',
  'FARPORT_HOST',
  'FARPORT_INTROSPECTION',
  'FARPORT_JOIN_SECRET',
  'FARPORT_LINKS_DOMAIN',
  'FARPORT_LINKS_HTTPS_PORT',
  'FARPORT_LINKS_HTTP_PORT',
  'FARPORT_LOG_LEVEL',
  'FARPORT_MAIL_FROM',
  'FARPORT_METRICS_PORT',
  'FARPORT_METRICS_TOKEN',
  'FARPORT_OKTA_CLIENT_ID',
  'FARPORT_OKTA_CLIENT_SECRET',
  'FARPORT_OKTA_ISSUER',
  'FARPORT_PORT',
  'FARPORT_PORT_MAPPING',
  'FARPORT_PROXY_PORTS',
  'FARPORT_PUBLIC_URL',
  'FARPORT_REGISTRATION_CODE',
  'FARPORT_RELAY_BIND',
  'FARPORT_RELAY_HOST',
  'FARPORT_RELAY_PORT',
  'FARPORT_ROLES',
  'FARPORT_SECRET',
  'FARPORT_SERVER_URL',
  'FARPORT_SMS_DAILY_MAX',
  'FARPORT_SMS_WEBHOOK_SECRET',
  'FARPORT_SMS_WEBHOOK_URL',
  'FARPORT_STATE_DIR',
  'FARPORT_STUN_PORT',
  'FARPORT_TRUSTED_PROXIES',
  'FARPORT_TWILIO_ACCOUNT_SID',
  'FARPORT_TWILIO_AUTH_TOKEN',
  'FARPORT_TWILIO_FROM',
  'FARPORT_TWILIO_URL',
  'FARPORT_WEBHOOK_ALLOWED_NETWORKS',
])
const prefixOfTests = 'FARPORT_TEST_'

/**
 * The values of the schema's variables. An empty variable counts as absent: that is how compose files write "not set".
 * The refusal is a sentence that names every variable that is wrong.
 */
export function readEnvironment<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  environment: Readonly<Record<string, string | undefined>>,
): Result<z.output<z.ZodObject<Shape>>, string> {
  const unlisted = Object.keys(schema.shape).filter(isMisspelt)
  if (unlisted.length > 0) throw new Error(`the list of settings lacks ${unlisted.join(', ')}`)
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const unknown = given.map(([name]) => name).filter(isMisspelt)
  if (unknown.length > 0) return refuse(`There is no setting ${unknown.join(', ')}. Is a name misspelt?`)
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return accept(parsed.data)
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  return refuse(`${problems.join('; ')}.`)
}

function isMisspelt(name: string): boolean {
  return name.startsWith('FARPORT_') && !settings.has(name) && !name.startsWith(prefixOfTests)
}
