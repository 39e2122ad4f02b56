// The domains that stand on identity, and the edges to relays and agents, put together: foundations first.

import { randomBytes } from 'node:crypto'
import type { Secret } from '@farport/basics'
import { privateKeyFromSeed, publicKeyText } from '@farport/protocol'
import { parseId, proxyConnection } from '@farport/vocabulary'
import {
  connectionResolvers,
  connectLinkResolvers,
  cutConnectionsOfCredential,
  cutConnectionsOfDevices,
  cutConnectionsOfService,
  cutConnectionsWithoutAccess,
  linkKeeper,
  peerResolvers,
  type ConnectionsContext,
} from '#domains/connections'
import {
  activityKeeper,
  claimBudgets,
  demoDeviceName,
  deviceResolvers,
  devicePolicy,
  makeRegistration,
  seeDevices,
  showDevice,
  type DemoHost,
  type DevicesContext,
} from '#domains/devices'
import type { Account, Identity, Invitations } from '#domains/identity'
import { graphResolvers } from '#domains/graphs'
import { addLogRoutes, logResolvers, type LogsContext } from '#domains/logs'
import {
  copyNetworkTags,
  networkResolvers,
  seeableNetworks,
  takeDeviceOutOfNetworks,
  type NetworksContext,
} from '#domains/networks'
import {
  addNotificationRoutes,
  notificationBudgets,
  notificationResolvers,
  type NotificationsContext,
} from '#domains/notifications'
import {
  createCnameLookup,
  organizationResolvers,
  roleResolvers,
  type OrganizationsContext,
  type SharedThings,
} from '#domains/organizations'
import {
  deviceListResolvers,
  holdDevicesOf,
  portCheckBudgets,
  registrationResolvers,
  serviceResolvers,
  type ServicesContext,
} from '#domains/services'
import { sessionKeeper, sessionResolvers, type SessionsContext } from '#domains/sessions'
import { shareKeeper, shareMailBudgets, sharingResolvers, type SharingContext } from '#domains/sharing'
import { forgetDeviceTags, tagResolvers, type TagsContext } from '#domains/tags'
import { createBudgets } from '#platform/budgets'
import type { Mailer } from '#platform/mailer'
import type { Platform } from '#platform/platform'
import { createSeal } from '#platform/seal'
import { deriveSecret, deriveText } from '#platform/secrets'
import { createAddressGuard } from '#platform/webhook-address'
import { createWebhookSender } from '#platform/webhook-sender'
import { actorOf, createAccessChanges, loadActor, type AccessChanges } from './access/index.ts'
import { createAgentsPart, orderRelays } from './agents/index.ts'
import type { DemoService, Role } from './config.ts'
import { createInitiatorsPart } from './initiators/index.ts'
import { createInstallPart } from './install/index.ts'
import type { ServerPart } from './part.ts'
import {
  createRelayOrders,
  createRelaysPart,
  publicKeyOfRelay,
  relaysLostBefore,
  relaysWithLease,
} from './relays/index.ts'
import { version } from './version.ts'
import { startWorkers } from './workers.ts'

export interface DomainsOptions {
  platform: Platform
  mailer: Mailer
  identity: Identity
  publicUrl: string
  /** Under which connect links have their names. */
  linksDomain: string
  /** Where people reach the web pages among them. */
  linksHttpsPort: number
  /** The one secret of this installation, to derive others from (`#platform/secrets`). */
  secret: Secret
  roles: readonly Role[]
  /** What the demo device and its copies offer; undefined when there is none. */
  demoServices: readonly DemoService[] | undefined
  /** Addresses and ranges that webhooks may reach besides those of the internet. */
  webhookAllowedNetworks: readonly string[]
}

export interface Domains {
  /** In the order of the law of imports. */
  parts: readonly ServerPart[]
  accessChanges: AccessChanges
  demo: Demo | undefined
}

/** For whoever runs the demo device. */
export interface Demo {
  /** Registers the demo device itself; an agent that is registered does not need it. */
  registrationCode(operator: Account): Promise<string>
  /** By which its copies are known. */
  readonly word: Secret
  onCopyWanted(start: () => void): void
}

export async function createDomains(options: DomainsOptions): Promise<Domains> {
  const { platform, secret, roles, publicUrl } = options
  const ticketKey = privateKeyFromSeed(deriveSecret(secret, 'ticket-signing').reveal())
  const tickets = { ticketKey, ticketKeys: [publicKeyText(ticketKey)] }
  const { invitations } = options.identity
  const contexts = createContexts({ ...options, invitations }, ticketKey)
  const { devices, services, connections, sessions } = contexts
  options.identity.credentialWatchers.push({
    credentialEnds: (tx, credential) => cutConnectionsOfCredential(connections, tx, credential),
  })

  const logs = createLogsContext(options)
  const notifications = createNotificationsContext(options)

  const parts: ServerPart[] = [
    { resolvers: organizationResolvers(contexts.organizations) },
    { resolvers: roleResolvers(contexts.organizations, createSharedThings(platform)) },
    { resolvers: tagResolvers(contexts.tags) },
    { resolvers: deviceResolvers(devices) },
    { resolvers: deviceListResolvers(services) },
    { resolvers: registrationResolvers(services) },
    { resolvers: serviceResolvers(services) },
    { resolvers: networkResolvers(contexts.networks) },
    { resolvers: sharingResolvers(contexts.sharing) },
    { resolvers: connectionResolvers(connections) },
    { resolvers: peerResolvers(connections) },
    { resolvers: connectLinkResolvers(connections) },
    { resolvers: sessionResolvers(sessions) },
    { resolvers: logResolvers(logs), routes: (app) => addLogRoutes(app, logs) },
    { resolvers: graphResolvers(platform) },
    {
      resolvers: notificationResolvers(notifications),
      routes: (app) => addNotificationRoutes(app, notifications),
      close: async () => notifications.sender[Symbol.dispose](),
    },
  ]
  if (roles.includes('api')) {
    parts.push(createAgentsPart({ services, ...tickets }))
    parts.push(createInitiatorsPart(sessions))
    parts.push(await createInstallPart({ devices, publicUrl }))
  }
  if (roles.includes('relay')) {
    const joinSecret = deriveText(secret, 'relay-join')
    parts.push(createRelaysPart({ ...contexts, ...platform, ...tickets, joinSecret }))
  }
  if (roles.includes('worker')) parts.push(startWorkers({ ...contexts, notifications, log: platform.log }))
  return {
    parts,
    accessChanges: devices.accessChanges,
    demo: devices.demo && {
      word: devices.demo.word,
      registrationCode: (operator) => registerDemo(devices, operator),
      onCopyWanted: (start) => void platform.bus.subscribe(demoCopyWanted, start),
    },
  }
}

export interface Contexts {
  organizations: OrganizationsContext
  tags: TagsContext
  devices: DevicesContext
  services: ServicesContext
  networks: NetworksContext
  sharing: SharingContext
  connections: ConnectionsContext
  sessions: SessionsContext
}

export function createContexts(
  {
    platform,
    mailer,
    publicUrl,
    linksDomain,
    linksHttpsPort,
    secret,
    demoServices,
    invitations,
  }: Pick<
    DomainsOptions,
    'platform' | 'mailer' | 'publicUrl' | 'linksDomain' | 'linksHttpsPort' | 'secret' | 'demoServices'
  > & { invitations: Invitations },
  ticketKey: ConnectionsContext['ticketKey'],
): Contexts {
  const { database, bus } = platform
  const orders = createRelayOrders(bus)
  const accessChanges = createAccessChanges(platform)
  const organizations: OrganizationsContext = {
    ...platform,
    accessChanges,
    randomBytes,
    invitations,
    lookUpCname: createCnameLookup(),
  }
  const tags: TagsContext = { ...platform, accessChanges, randomBytes, devices: { hold: holdDevicesOf }, watchers: [] }
  const devices: DevicesContext = {
    ...platform,
    accessChanges,
    randomBytes,
    agentOrders: orders,
    publicUrl,
    restoreSecret: deriveSecret(secret, 'restore-codes'),
    claimBudgets: createBudgets(database, claimBudgets),
    demo: demoServices && createDemoHost(platform, secret, demoServices),
    watchers: [],
  }
  const services: ServicesContext = {
    devices,
    bus,
    agentProbes: orders,
    portCheckBudgets: createBudgets(database, portCheckBudgets),
    watchers: [],
  }
  const networks: NetworksContext = { services, tags }
  const mailBudgets = createBudgets(database, shareMailBudgets)
  const sharing: SharingContext = { services, invitations, mailer, mailBudgets }
  const connections: ConnectionsContext = {
    services,
    bus,
    relays: {
      ...orders,
      publicKeyOf: (relayId) => publicKeyOfRelay(database.queries, relayId),
      lostBefore: (moment) => relaysLostBefore(database.queries, moment),
      placesFor: async (device) =>
        orderRelays(await relaysWithLease(database.queries, new Date(platform.clock.now())), device),
    },
    ticketKey,
    linksDomain,
    linksHttpsPort,
    log: platform.log,
    idleTimeoutMs: proxyConnection.idleTimeoutMs,
    lifeMs: proxyConnection.lifeMs,
    openingMsMax: 10_000,
    watchers: [],
  }
  const sessions: SessionsContext = { connections }
  // Effects on what stands later in the order, in the transactions that cause them.
  devices.watchers.push(activityKeeper(platform.clock))
  devices.watchers.push({
    devicesAreDeleted: (tx, gone) =>
      forgetDeviceTags(
        tx,
        gone.map((device) => device.id),
      ),
    deviceIsTransferred: (tx, device) => forgetDeviceTags(tx, [device.id]),
  })
  devices.watchers.push({ deviceIsTransferred: (tx, device) => takeDeviceOutOfNetworks(tx, device) })
  devices.watchers.push(shareKeeper(sharing))
  devices.watchers.push(linkKeeper(connections))
  services.watchers.push(linkKeeper(connections))
  services.watchers.push(shareKeeper(sharing))
  tags.watchers.push({ tagIsMerged: (tx, merge) => copyNetworkTags(tx, merge) })
  devices.watchers.push({
    devicesAreDeleted: (tx, gone) => cutConnectionsOfDevices(connections, tx, gone),
    agentIsReplaced: (tx, device) => cutConnectionsOfDevices(connections, tx, [device]),
    deviceIsTransferred: (tx, device) => cutConnectionsOfDevices(connections, tx, [device]),
  })
  services.watchers.push({ serviceIsCut: (tx, service) => cutConnectionsOfService(connections, tx, service) })
  connections.watchers.push(sessionKeeper(sessions))
  accessChanges.watchers.push({
    accessHasChanged: (tx, change) => cutConnectionsWithoutAccess(connections, tx, change),
  })
  return { organizations, tags, devices, services, networks, sharing, connections, sessions }
}

/** What organizations show of the domains that come after them. */
function createSharedThings({ database }: Platform): SharedThings {
  return {
    async devices(actor, ids) {
      const devices = await seeDevices(database.queries, actor, ids)
      const seen = devices.filter((device) => devicePolicy.view(actor, device).allowed)
      return new Map(seen.map((device) => [device.id, showDevice(device)]))
    },
    async networks(actor, ids) {
      const seen = await seeableNetworks(database.queries, actor, ids)
      return new Map(seen.map((network) => [network.id, network]))
    },
  }
}

function createLogsContext({ platform, identity, publicUrl, secret }: DomainsOptions): LogsContext {
  const { database, clock, geo } = platform
  return {
    database,
    clock,
    geo,
    publicUrl,
    seal: createSeal(deriveSecret(secret, 'log-links')),
    loadActor: (userId) => loadActor(database.queries, { userId, isOperator: false }),
    async emailsOf(accountIds) {
      const accounts = identity.createAccountLoader()
      const ids = accountIds.flatMap((text) => parseId('a', text) ?? [])
      const found = await Promise.all(ids.map((id) => accounts.load(id)))
      return new Map(found.flatMap((account) => (account === undefined ? [] : [[account.id, account.email] as const])))
    },
  }
}

function createNotificationsContext(options: DomainsOptions): NotificationsContext {
  const { platform, mailer, publicUrl, secret, webhookAllowedNetworks } = options
  const mayReach = createAddressGuard(webhookAllowedNetworks)
  return {
    ...platform,
    mailer,
    publicUrl,
    seal: createSeal(deriveSecret(secret, 'webhooks')),
    sender: createWebhookSender({ mayReach, clock: platform.clock, userAgent: `Farport/${version}` }),
    budgets: createBudgets(platform.database, notificationBudgets),
    randomBytes,
    random: Math.random,
  }
}

/** The process that a person asks need not be the one that the launcher listens to. */
const demoCopyWanted = 'demo-copy-wanted'

function createDemoHost({ bus }: Platform, secret: Secret, services: readonly DemoService[]): DemoHost {
  return { word: deriveText(secret, 'demo-copies'), services, startCopy: () => bus.publish(demoCopyWanted, {}) }
}

async function registerDemo(devices: DevicesContext, operator: Account): Promise<string> {
  const actor = actorOf({ userId: operator.id, isOperator: operator.isOperator })
  const { services = [] } = devices.demo ?? {}
  const code = await makeRegistration(devices, actor, { accountId: operator.id, name: demoDeviceName, services })
  if (!code.ok) throw new Error(`the operator cannot register the demo device: ${code.refusal.message}`)
  return code.value
}
