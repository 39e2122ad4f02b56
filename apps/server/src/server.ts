// The whole server, put together from its configuration. Closing it undoes everything in the opposite order.

import path from 'node:path'
import { systemClock, type Secret } from '@farport/basics'
import type { FastifyInstance } from 'fastify'
import { ensureActivityPartitions } from '#domains/devices'
import { createIdentity, type Identity } from '#domains/identity'
import { keepUntoldEvents } from '#domains/notifications'
import { openBus } from '#platform/bus-place'
import { openDatabase } from '#platform/database'
import { openDatabasePlace, waitForDatabase } from '#platform/database-place'
import { createEvents } from '#platform/events'
import { openGeo } from '#platform/geo'
import { createIds } from '#platform/ids'
import { createLog, type Log } from '#platform/log'
import { createMailer, createSmtpSender, startMailWorker, type Mailer } from '#platform/mailer'
import { createMetrics } from '#platform/metrics'
import { ensureEventPartitions } from '#platform/event-partitions'
import { migrate, readMigrations } from '#platform/migrations'
import type { Platform } from '#platform/platform'
import { openSms } from '#platform/sms-place'
import { deriveText } from '#platform/secrets'
import type { Config } from './config.ts'
import { guestsOfDevices, loadActor, type AccessChanges } from './access/index.ts'
import { createDomains, type Demo, type Domains } from './domains.ts'
import type { Viewer } from './graphql/context.ts'
import { createCredentials } from './graphql/credentials.ts'
import { addGraphqlEndpoint } from './graphql/endpoint.ts'
import { createEngine } from './graphql/engine.ts'
import { createEventGroups } from './graphql/event-groups.ts'
import { asksAlike } from './graphql/event-query.ts'
import { addEventSocket } from './graphql/event-socket.ts'
import { buildAnsweringSchema, unansweredFields } from './graphql/schema.ts'
import { laterAreaResolvers } from './graphql/later-areas.ts'
import { createSystemResolvers } from './graphql/system-resolvers.ts'
import { startHousekeeping } from './housekeeping.ts'
import { closeHttpApp, createHttpApp } from './http/app.ts'
import { freePort } from './http/free-port.ts'
import { addPortalFiles } from './http/portal-files.ts'
import { addProbes } from './http/probes.ts'
import type { ServerPart } from './part.ts'
import { version } from './version.ts'

export interface Server extends AsyncDisposable {
  /** Where people reach it. */
  readonly url: string
  /** Signs the operator in once; undefined when they have chosen a password. */
  readonly firstSignInLink: string | undefined
  /** Undefined when no demo device is wanted. */
  readonly demo: ServedDemo | undefined
  /** What relays prove that they belong to this installation with. */
  readonly joinSecret: Secret
}

/** For whoever runs the demo device. */
export interface ServedDemo extends Pick<Demo, 'word' | 'onCopyWanted'> {
  readonly registrationCode: string
}

const portalDirectory = path.resolve(import.meta.dirname, '../../portal/dist')

export async function startServer(config: Config, log: Log = createLog({ level: config.logLevel })): Promise<Server> {
  await using starting = new AsyncDisposableStack()
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`
  const platform = await openPlatform(config, log, starting)
  const mailer = openMailer(config, platform, starting)
  if (config.roles.includes('worker')) starting.use(startHousekeeping(platform))

  const identity = createIdentity({
    platform,
    mailer,
    publicUrl,
    secret: config.secret,
    providers: config.providers,
    accessTokenMs: config.accessTokenMinutes * 60_000,
    captchaCost: config.captchaCost,
    sms: starting.use(openSms(config.sms, { ...platform, userAgent: `Farport/${version}` })),
    smsDailyMax: config.smsDailyMax,
  })
  const domains = await createDomains({ ...config, platform, mailer, identity, publicUrl })
  const app = await openHttp(
    {
      config,
      publicUrl,
      platform,
      identity,
      accessChanges: domains.accessChanges,
      parts: [...identity.parts, ...domains.parts],
    },
    starting,
  )
  await app.listen({ port, host: config.host })

  const welcome = await welcomeOperator(identity, domains)
  const running = starting.move()
  const joinSecret = deriveText(config.secret, 'relay-join')
  return { url: publicUrl, joinSecret, ...welcome, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

async function openPlatform(config: Config, log: Log, resources: AsyncDisposableStack): Promise<Platform> {
  const place = resources.use(await openDatabasePlace({ ...config, log }))
  await waitForDatabase(place.connection, log)
  const applied = await migrate(place.connection, readMigrations())
  if (applied.length > 0) log.info({ applied }, 'the database is brought up to date')
  const database = resources.use(openDatabase({ connection: place.connection, log }))
  const bus = resources.use(await openBus({ ...config, connection: place.connection, log }))
  const clock = systemClock
  await ensureEventPartitions(database, clock)
  await ensureActivityPartitions(database, clock)
  const ids = createIds(clock)
  const geo = resources.use(await openGeo({ paths: config.geoDatabases, log }))
  return {
    database,
    bus,
    clock,
    ids,
    log,
    metrics: createMetrics(),
    geo,
    events: createEvents({ bus, clock, ids, guestsOf: guestsOfDevices, watcher: keepUntoldEvents }),
  }
}

function openMailer(config: Config, platform: Platform, resources: AsyncDisposableStack): Mailer {
  const { smtpUrl, mailFrom, roles } = config
  const canSend = smtpUrl !== undefined
  if (!canSend || !roles.includes('worker')) return createMailer({ ...platform, canSend })
  const send = createSmtpSender({ url: smtpUrl.reveal(), from: mailFrom })
  const worker = resources.use(startMailWorker({ ...platform, send }))
  return createMailer({ ...platform, canSend, onPosted: () => worker.wake() })
}

interface HttpSide {
  config: Config
  publicUrl: string
  platform: Platform
  identity: Identity
  accessChanges: AccessChanges
  parts: readonly ServerPart[]
}

async function openHttp(side: HttpSide, resources: AsyncDisposableStack): Promise<FastifyInstance> {
  const { config, publicUrl, platform, identity, accessChanges, parts } = side
  const { log, bus, metrics, events } = platform
  const app = await createHttpApp({ log, metrics, publicUrl, trustedProxies: config.trustedProxies })
  for (const part of parts) resources.defer(async () => part.close?.())
  resources.defer(() => closeHttpApp(app))

  const resolvers = parts.flatMap((part) => part.resolvers ?? [])
  const schema = buildAnsweringSchema([createSystemResolvers(version), laterAreaResolvers, ...resolvers])
  const unanswered = unansweredFields(schema)
  if (unanswered.length > 0) throw new Error(`no part answers ${unanswered.join(', ')}`)
  const engine = await createEngine(app, { schema, log, allowsIntrospection: config.allowsIntrospection })
  const credentials = createCredentials(identity.sessions, publicUrl)
  const createAccountLoader = () => identity.createAccountLoader()
  const { queries } = platform.database
  const loadActorOf = ({ accountId, isOperator }: Viewer) => loadActor(queries, { userId: accountId, isOperator })
  const { clientVersionMin } = config
  await addGraphqlEndpoint(app, { engine, credentials, createAccountLoader, loadActor: loadActorOf, clientVersionMin })
  addEventSocket(app, {
    engine,
    credentials,
    bus,
    log,
    metrics,
    groups: createEventGroups({
      engine,
      events,
      queries,
      accessChanges,
      createAccountLoader,
      loadActor: loadActorOf,
      asksAlike: (query) => asksAlike(query, schema),
    }),
  })
  for (const part of parts) await app.register(async (scope) => part.routes?.(scope))
  addProbes(app, { missing: () => missingFor(platform), metrics, metricsToken: config.metricsToken })
  await addPortalFiles(app, portalDirectory, log)
  return app
}

/** What keeps it from serving just now. */
async function missingFor({ database, bus }: Platform): Promise<string[]> {
  const hasDatabase = await database.pool.query('select 1').then(
    () => true,
    () => false,
  )
  return [...(hasDatabase ? [] : ['database']), ...(bus.isUp() ? [] : ['bus'])]
}

async function welcomeOperator(identity: Identity, { demo }: Domains) {
  const operator = await identity.ensureOperator()
  return {
    firstSignInLink: await identity.newFirstSignInLink(operator),
    demo: demo && { ...demo, registrationCode: await demo.registrationCode(operator) },
  }
}
