// The configuration: read from the environment once, parsed, and refused with a sentence when something is wrong.

import path from 'node:path'
import { accept, Secret, type Result } from '@farport/basics'
import { readEnvironment } from '@farport/program'
import { isIpRange, linkPortsDefault } from '@farport/vocabulary'
import { z } from 'zod'
import type { LogLevel } from '#platform/log'
import { parseNatsUrl, type NatsPlace } from '#platform/nats-place'
import type { SmsPlace } from '#platform/sms-place'
import type { ProviderSettings } from '#domains/identity'
import { providersOf, providerVariables } from './provider-settings.ts'
import { smsPlaceOf, smsSettings } from './sms-settings.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const role = z.enum(['api', 'worker', 'relay'])
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
)
const isSwitch = z.enum(['0', '1']).transform((text) => text === '1')

const demoService = z.object({
  application: z.int(),
  name: z.string(),
  port: z.int().min(1).max(65_535),
  /** Whom the service lets in: makes the commands that the portal shows complete. */
  username: z.string().max(64).optional(),
})

const environmentSchema = z.object({
  FARPORT_PORT: port.default(8080),
  FARPORT_HOST: z.string().min(1).default('127.0.0.1'),
  FARPORT_DATA_DIR: z.string().min(1).default('.farport'),
  FARPORT_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  FARPORT_SECRET: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url: 43 characters'),
  FARPORT_ROLES: list.pipe(z.array(role).min(1)).default(['api', 'worker', 'relay']),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  NATS_URL: z.string().transform(parseNats).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  FARPORT_MAIL_FROM: z.string().min(3).default('Farport <farport@localhost>'),
  FARPORT_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  FARPORT_TRUSTED_PROXIES: list.default([]),
  FARPORT_METRICS_TOKEN: z.string().min(16).optional(),
  FARPORT_LINKS_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(
      /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/,
      'must be a domain',
    )
    .default('localhost'),
  FARPORT_LINKS_HTTPS_PORT: port.optional(),
  FARPORT_GEO_DATABASE: list.default([]),
  FARPORT_WEBHOOK_ALLOWED_NETWORKS: list
    .refine((networks) => networks.every(isIpRange), 'must be addresses or ranges such as 10.0.0.0/8')
    .default([]),
  ...smsSettings,
  ...providerVariables,
  FARPORT_INTROSPECTION: isSwitch.default(true),
  FARPORT_CLIENT_VERSION_MIN: z
    .string()
    .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'must be a version such as 1.2.3')
    .optional(),
  FARPORT_ACCESS_TOKEN_MINUTES: z.coerce.number().int().min(1).max(1440).default(15),
  FARPORT_CAPTCHA_COST: z.coerce.number().int().min(1).max(1_000_000).default(5000),
  FARPORT_DEMO: isSwitch.default(false),
  FARPORT_DEMO_SERVICES: z.string().default('[]').transform(parseJson).pipe(z.array(demoService).max(100)),
})

export type DemoService = z.infer<typeof demoService>

export type Role = z.infer<typeof role>

export interface Config {
  /** 0: a free one. */
  port: number
  host: string
  /** Where the embedded database lives. */
  dataDir: string
  /** Where people reach the portal, without a slash at its end; by default this machine's own name for itself. */
  publicUrl: string | undefined
  /** Under which connect links have their names. */
  linksDomain: string
  /** Where people reach the web pages among them. */
  linksHttpsPort: number
  secret: Secret
  /** What this process does: answer people and agents, do the background work, serve the relays. */
  roles: readonly Role[]
  /** Undefined: the embedded database. */
  databaseUrl: Secret | undefined
  /** Where server processes meet; undefined: in the database. */
  nats: Secret<NatsPlace> | undefined
  /** Undefined: mail stays in the outbox. */
  smtpUrl: Secret | undefined
  mailFrom: string
  logLevel: LogLevel
  /** Addresses or ranges of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** Lets others than this machine read /metrics. */
  metricsToken: Secret | undefined
  /** Files in MaxMind's format that know where addresses are. */
  geoDatabases: readonly string[]
  /** Addresses and ranges that webhooks may reach besides those of the internet. */
  webhookAllowedNetworks: readonly string[]
  /** Who brings text messages to phones; undefined: nobody. */
  sms: SmsPlace | undefined
  /** Of all people together: what fraud can cost in a day. */
  smsDailyMax: number
  /** Whether clients may ask the API for its schema. */
  allowsIntrospection: boolean
  /** Clients that name a lower version are told to update. */
  clientVersionMin: string | undefined
  /** With whom people may sign in besides us. */
  providers: readonly ProviderSettings[]
  /** How long an access token is good; then it takes the refresh token to get another. */
  accessTokenMinutes: number
  /** How much work whoever signs up has their browser do. */
  captchaCost: number
  /** What the launcher's demo device offers; undefined when there is no such device. */
  demoServices: readonly DemoService[] | undefined
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Result<Config, string> {
  const parsed = readEnvironment(environmentSchema, environment)
  if (!parsed.ok) return parsed
  const sms = smsPlaceOf(parsed.value)
  if (!sms.ok) return sms
  const providers = providersOf(parsed.value)
  return providers.ok ? accept(inOurWords(parsed.value, { sms: sms.value, providers: providers.value })) : providers
}

/** On this machine alone it is the relay's own; with a real domain people come to the usual one, unless told otherwise. */
function linksHttpsPort(environment: z.infer<typeof environmentSchema>): number {
  const usual = environment.FARPORT_LINKS_DOMAIN === 'localhost' ? linkPortsDefault.https : 443
  return environment.FARPORT_LINKS_HTTPS_PORT ?? usual
}

function inOurWords(
  environment: z.infer<typeof environmentSchema>,
  { sms, providers }: Pick<Config, 'sms' | 'providers'>,
): Config {
  return {
    port: environment.FARPORT_PORT,
    host: environment.FARPORT_HOST,
    dataDir: path.resolve(environment.FARPORT_DATA_DIR),
    publicUrl: environment.FARPORT_PUBLIC_URL?.replace(/\/+$/, ''),
    linksDomain: environment.FARPORT_LINKS_DOMAIN,
    linksHttpsPort: linksHttpsPort(environment),
    secret: new Secret(environment.FARPORT_SECRET),
    roles: environment.FARPORT_ROLES,
    databaseUrl: optionalSecret(environment.DATABASE_URL),
    nats: environment.NATS_URL && new Secret(environment.NATS_URL),
    smtpUrl: optionalSecret(environment.SMTP_URL),
    mailFrom: environment.FARPORT_MAIL_FROM,
    logLevel: environment.FARPORT_LOG_LEVEL,
    trustedProxies: environment.FARPORT_TRUSTED_PROXIES,
    metricsToken: optionalSecret(environment.FARPORT_METRICS_TOKEN),
    geoDatabases: environment.FARPORT_GEO_DATABASE,
    webhookAllowedNetworks: environment.FARPORT_WEBHOOK_ALLOWED_NETWORKS,
    sms,
    providers,
    smsDailyMax: environment.FARPORT_SMS_DAILY_MAX,
    allowsIntrospection: environment.FARPORT_INTROSPECTION,
    clientVersionMin: environment.FARPORT_CLIENT_VERSION_MIN,
    accessTokenMinutes: environment.FARPORT_ACCESS_TOKEN_MINUTES,
    captchaCost: environment.FARPORT_CAPTCHA_COST,
    demoServices: environment.FARPORT_DEMO ? environment.FARPORT_DEMO_SERVICES : undefined,
  }
}

function optionalSecret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text)
}

function parseNats(text: string, context: z.RefinementCtx): NatsPlace {
  const place = parseNatsUrl(text)
  if (place.ok) return place.value
  context.addIssue({ code: 'custom', message: place.refusal })
  return z.NEVER
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
}
