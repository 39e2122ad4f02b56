// For tests: the server as several processes. FARPORT_TEST_SERVERS=2 starts a second one, a program of its own over the
// same database, and a balancer before both; FARPORT_TEST_NATS=1 lets them meet over a NATS instead of in the database.

import path from 'node:path'
import { Secret } from '@farport/basics'
import { freePort, startNatsServer, startProgram, type NatsServer } from '@farport/testkit'
import type { Bus } from '#platform/bus'
import { openBus } from '#platform/bus-place'
import { parseNatsUrl, type NatsPlace } from '#platform/nats-place'
import { silentLog } from '#platform/log'
import { webhookSecretText } from '#platform/webhook-signature'
import type { Config } from './config.ts'
import { startServer, type Server } from './server.ts'
import { startBalancer } from './test-balancer.ts'

export interface ServerProcesses extends Server {
  /** Each process by itself. */
  readonly urls: readonly string[]
  /** One more end of the bus that they meet on, as another process has it. */
  openBus(): Promise<Bus>
}

const host = '127.0.0.1'

/** How the server is spread. */
export interface Layout {
  processes: 1 | 2
  /** Undefined: they meet in the database. */
  natsUrl: string | undefined
}

export async function startServerProcesses(config: Config, wanted?: Layout): Promise<ServerProcesses> {
  await using starting = new AsyncDisposableStack()
  const { processes, natsUrl } = wanted ?? (await layoutOfThisRun(starting))
  const shared = natsUrl === undefined ? config : { ...config, nats: natsAt(natsUrl) }
  if (processes === 1) {
    const server = starting.use(await startServer(shared, silentLog))
    return running(server, { urls: [server.url], config: shared }, starting)
  }
  const [port, firstPort, secondPort] = [await freePort(host), await freePort(host), await freePort(host)]
  const behind = { ...shared, publicUrl: config.publicUrl ?? `http://localhost:${port}` }
  starting.use(await startProcess({ ...behind, port: secondPort }, natsUrl))
  const first = starting.use(await startServer({ ...behind, port: firstPort }, silentLog))
  starting.use(await startBalancer(port, [firstPort, secondPort]))
  const urls = [`http://${host}:${firstPort}`, `http://${host}:${secondPort}`]
  return running(first, { urls, config: shared }, starting)
}

async function layoutOfThisRun(resources: AsyncDisposableStack): Promise<Layout> {
  // oxlint-disable-next-line farport/environment-in-config-only -- tests are not configured by the server's config.ts
  const { FARPORT_TEST_SERVERS: processes = '1', FARPORT_TEST_NATS: hasNats = '0' } = process.env
  const natsUrl = hasNats === '1' ? resources.use(await shareNats()).url : undefined
  return { processes: processes === '2' ? 2 : 1, natsUrl }
}

function running(
  server: Server,
  { urls, config }: { urls: readonly string[]; config: Config },
  starting: AsyncDisposableStack,
): ServerProcesses {
  const connection = { connectionString: config.databaseUrl?.reveal() }
  const resources = starting.move()
  return {
    ...server,
    urls,
    openBus: () => openBus({ ...config, connection, log: silentLog }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function startProcess(config: Config, natsUrl: string | undefined): Promise<AsyncDisposable> {
  const program = startProgram({
    module: path.join(import.meta.dirname, 'main.ts'),
    environment: environmentOf(config, natsUrl),
  })
  await program.message((message) => (JSON.stringify(message).includes('"ready"') ? true : undefined), 60_000)
  return program
}

/** The variables that give this configuration. */
function environmentOf(config: Config, natsUrl: string | undefined): Record<string, string> {
  const { nats: _, sms, providers, ...told } = config
  const variables: Record<keyof typeof told, [string, string | undefined]> = {
    port: ['FARPORT_PORT', String(told.port)],
    host: ['FARPORT_HOST', told.host],
    dataDir: ['FARPORT_DATA_DIR', told.dataDir],
    publicUrl: ['FARPORT_PUBLIC_URL', told.publicUrl],
    linksDomain: ['FARPORT_LINKS_DOMAIN', told.linksDomain],
    linksHttpsPort: ['FARPORT_LINKS_HTTPS_PORT', String(told.linksHttpsPort)],
    secret: ['FARPORT_SECRET', told.secret.reveal()],
    roles: ['FARPORT_ROLES', told.roles.join(',')],
    databaseUrl: ['DATABASE_URL', told.databaseUrl?.reveal()],
    smtpUrl: ['SMTP_URL', told.smtpUrl?.reveal()],
    mailFrom: ['FARPORT_MAIL_FROM', told.mailFrom],
    logLevel: ['FARPORT_LOG_LEVEL', 'error'],
    trustedProxies: ['FARPORT_TRUSTED_PROXIES', told.trustedProxies.join(',')],
    metricsToken: ['FARPORT_METRICS_TOKEN', told.metricsToken?.reveal()],
    geoDatabases: ['FARPORT_GEO_DATABASE', told.geoDatabases.join(',')],
    webhookAllowedNetworks: ['FARPORT_WEBHOOK_ALLOWED_NETWORKS', told.webhookAllowedNetworks.join(',')],
    smsDailyMax: ['FARPORT_SMS_DAILY_MAX', String(told.smsDailyMax)],
    allowsIntrospection: ['FARPORT_INTROSPECTION', told.allowsIntrospection ? '1' : '0'],
    clientVersionMin: ['FARPORT_CLIENT_VERSION_MIN', told.clientVersionMin],
    accessTokenMinutes: ['FARPORT_ACCESS_TOKEN_MINUTES', String(told.accessTokenMinutes)],
    captchaCost: ['FARPORT_CAPTCHA_COST', String(told.captchaCost)],
    demoServices: ['FARPORT_DEMO_SERVICES', told.demoServices && JSON.stringify(told.demoServices)],
  }
  const given = [
    ...Object.values(variables),
    ...smsVariables(sms),
    ...providers.flatMap(providerVariables),
    ['NATS_URL', natsUrl] as const,
    ['FARPORT_DEMO', told.demoServices && '1'] as const,
  ]
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function smsVariables(sms: Config['sms']): [string, string][] {
  if (sms === undefined) return []
  if (sms.kind === 'webhook')
    return [
      ['FARPORT_SMS_WEBHOOK_URL', sms.url.reveal()],
      ['FARPORT_SMS_WEBHOOK_SECRET', webhookSecretText(sms.secret)],
    ]
  return [
    ['FARPORT_TWILIO_URL', sms.url],
    ['FARPORT_TWILIO_ACCOUNT_SID', sms.sid],
    ['FARPORT_TWILIO_AUTH_TOKEN', sms.token.reveal()],
    ['FARPORT_TWILIO_FROM', sms.from],
  ]
}

function providerVariables(settings: Config['providers'][number]): [string, string][] {
  const prefix = `FARPORT_${settings.id.toUpperCase()}`
  const secrets: [string, string][] =
    settings.id === 'apple'
      ? [
          ['TEAM_ID', settings.teamId],
          ['KEY_ID', settings.keyId],
          ['PRIVATE_KEY', settings.privateKey.reveal()],
        ]
      : [['CLIENT_SECRET', settings.clientSecret.reveal()]]
  const variables: [string, string][] = [['ISSUER', settings.issuer.href], ['CLIENT_ID', settings.clientId], ...secrets]
  return variables.map(([name, value]) => [`${prefix}_${name}`, value])
}

let nats: Promise<NatsServer> | undefined
let natsUsers = 0

/** One for all servers of a test file: they may be processes of one installation. It ends with the last. */
async function shareNats(): Promise<AsyncDisposable & { url: string }> {
  nats ??= startNatsServer()
  natsUsers += 1
  const { url } = await nats
  return {
    url,
    async [Symbol.asyncDispose]() {
      natsUsers -= 1
      if (natsUsers > 0) return
      const unused = nats
      nats = undefined
      await (await unused)?.[Symbol.asyncDispose]()
    },
  }
}

function natsAt(url: string): Secret<NatsPlace> {
  const place = parseNatsUrl(url)
  if (!place.ok) throw new Error(place.refusal)
  return new Secret(place.value)
}
