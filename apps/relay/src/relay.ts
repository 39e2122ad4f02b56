// The relay, put together: doors, tunnels, sessions and proxies, and the channel to the server that orders them.

import { batchLengthMax, initiatorPath, tunnelPath } from '@farport/protocol'
import type { DeviceId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import type { RelayConfig } from './config.ts'
import { FrontDoor } from './front-door.ts'
import { loadIdentity } from './identity.ts'
import { limits as ordinaryLimits, type Limits } from './limits.ts'
import { Links } from './links/links.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { InitiatorDoor } from './peers/initiator-door.ts'
import { Initiators } from './peers/initiators.ts'
import { Peers } from './peers/peers.ts'
import { Proxies } from './proxies/proxies.ts'
import { SecureDoor, type Door } from './secure-door.ts'
import type { ChannelPlace, Joined, Order } from './server-link/channel.ts'
import { ServerClock } from './server-clock.ts'
import { Reports } from './server-link/reports.ts'
import { ServerLink } from './server-link/server-link.ts'
import { AgentSessions } from './sessions/agent-sessions.ts'
import { StreamChecks } from './sessions/stream-checks.ts'
import { WorkConnections } from './sessions/work-connections.ts'
import { createSplicer } from './splice/create-splicer.ts'
import { startStunResponder } from './stun/stun-responder.ts'
import { TicketKeys } from './ticket-keys.ts'
import { Presence, type Arrival } from './tunnels/presence.ts'
import { TargetProbes } from './tunnels/target-probes.ts'
import { TunnelDoor } from './tunnels/tunnel-door.ts'
import type { Tunnel } from './tunnels/tunnel.ts'
import { Tunnels } from './tunnels/tunnels.ts'

export interface Relay extends AsyncDisposable {
  readonly port: number
  readonly id: string
  readonly publicKey: string
  readonly metricsPort: number | undefined
  load(): ReturnType<RelayParts['load']>
  /** Where it serves web links; undefined where it does not. */
  readonly linkPorts: Links['ports']
}

export interface RelayWorld {
  log: Logger
  version: string
  now?: () => number
  random?: () => number
  limits?: Partial<Limits>
}

/** How soon agents may come back after a drain: a restart takes about as long. */
const returnAfterMs = 1500

export async function startRelay(config: RelayConfig, world: RelayWorld): Promise<Relay> {
  const parts = await buildRelay(config, {
    now: Date.now,
    random: Math.random,
    ...world,
    limits: { ...ordinaryLimits, ...world.limits },
  })
  const port = await parts.frontDoor.listen(config.port, config.bindHost)
  const stun = await startStunResponder({
    bindHost: config.bindHost,
    // Any port for the one means any for the other.
    port: config.stunPort ?? (config.port === 0 ? 0 : port),
    limits: parts.limits,
    log: world.log,
    now: world.now ?? Date.now,
  })
  const metricsServer =
    config.metricsPort === undefined ? undefined : await serveMetrics(parts.metrics.registry, config.metricsPort)
  parts.connect({ host: config.publicHost, port, ...(stun && { stunPorts: stun.ports }) })
  return {
    port,
    id: parts.identity.id,
    publicKey: parts.identity.publicKey,
    metricsPort: metricsServer?.port,
    load: parts.load,
    linkPorts: parts.links.ports,
    async [Symbol.asyncDispose]() {
      await parts.leave()
      stun?.[Symbol.dispose]()
      await metricsServer?.[Symbol.asyncDispose]()
    },
  }
}

type RelayParts = Awaited<ReturnType<typeof buildRelay>>

async function buildRelay(config: RelayConfig, world: Required<RelayWorld> & { limits: Limits }) {
  const { log, now, random, limits } = world
  const identity = await loadIdentity(config.stateDir)
  const ticketKeys = await TicketKeys.load(config.stateDir)
  let server: ServerLink | undefined

  const reports = new Reports({
    closedFactsMax: limits.closedFactsMax,
    usageBatchMs: limits.usageBatchMs,
    send: (message) => server?.send(message) ?? false,
    isJoined: () => server?.isJoined ?? false,
    nextPing: () => server?.nextPing ?? 0,
    takeUsage: () => [...proxies.takeUsage(), ...links.takeUsage()],
  })

  const clock = new ServerClock(now)
  const presence = new Presence({
    limits,
    batchLengthMax,
    now,
    serverNow: () => clock.now(),
    deliver: (agents) => reports.presenceChanged(agents),
    onOffline(deviceId) {
      sessions.agentIsOffline(deviceId)
      links.deviceIsOffline(deviceId)
    },
  })
  const tunnels = new Tunnels({
    limits,
    log,
    now,
    onEntered(tunnel) {
      tunnel.enteredAt = clock.now()
      presence.entered(tunnel.agent.deviceId)
      sessions.agentEntered(tunnel)
      streamChecks.entered(tunnel)
    },
    onLeft(tunnel) {
      streamChecks.left(tunnel)
      sessions.agentLeft(tunnel)
      presence.left(tunnel.agent.deviceId)
    },
  })
  const roundTripMsOf = (deviceId: DeviceId) => tunnels.get(deviceId)?.roundTripMs
  const workConnections = new WorkConnections({ waitMs: limits.sessionOpenMs, pendingMax: limits.linksPendingMax, now })
  const sessions = new AgentSessions({
    identity,
    workConnections,
    limits,
    log,
    now,
    random,
    findTunnel: (deviceId) => tunnels.get(deviceId),
    onTried: (tunnel, wasMade) => streamChecks.used(tunnel, wasMade),
  })
  const streamChecks = new StreamChecks({
    workConnections,
    limits,
    log,
    now,
    hasSession: ({ agent }) => sessions.has(agent.deviceId),
    openSession: async ({ agent }) => (await sessions.open(agent.deviceId)).ok,
    onOpen: (tunnel) => presence.usable(arrivalOf(tunnel)),
    onBlocked: (tunnel) => presence.unusable(arrivalOf(tunnel)),
  })
  const targetProbes = new TargetProbes({ limits, now, tunnels, tell: (answer) => server?.send(answer) })
  const tunnelDoor = new TunnelDoor({
    identity,
    tunnels,
    enterMs: limits.enterMs,
    ticketKeys: () => ticketKeys.keys,
    now,
    onLinkFailed: (tunnel, { token, message }) => workConnections.failed(tunnel.agent.deviceId, token, message),
    onProbed: (tunnel, answer) => targetProbes.answered(tunnel, answer),
  })
  const splicer = await createSplicer({ pairsMax: limits.pairsMax, log })
  const initiators = new Initiators({ limits, log })
  const peers = new Peers({
    initiators,
    workConnections,
    splicer,
    limits,
    log,
    now,
    ticketKeys: () => ticketKeys.keys,
    findTunnel: (deviceId) => tunnels.get(deviceId),
    onClosed: (bytes) => metrics.pairClosed(bytes),
  })
  const initiatorDoor = new InitiatorDoor({
    identity,
    initiators,
    limits,
    now,
    onReach: (initiator, reach) => peers.reach(initiator, reach),
  })
  const secureDoor = new SecureDoor({
    limits,
    identity,
    now,
    doors: new Map<string, Door>([
      [tunnelPath, (...arrival) => tunnelDoor.greet(...arrival)],
      [initiatorPath, (...arrival) => initiatorDoor.greet(...arrival)],
    ]),
  })
  const frontDoor = new FrontDoor({
    limits,
    log,
    now,
    onTls: (socket, address) => secureDoor.admit(socket, address),
    onWork: (token, socket) => workConnections.arrived(token, socket),
  })
  const load = () => ({
    agents: tunnels.size,
    blocked: streamChecks.blocked,
    proxies: proxies.size,
    streams: proxies.streams + links.streams,
    sessions: sessions.size,
    initiators: initiators.size,
    pairs: peers.size,
    waiting: frontDoor.waiting + secureDoor.waiting,
    isJoined: server?.isJoined ?? false,
  })
  const metrics = createMetrics(load)
  const proxies = new Proxies({
    identity,
    bindHost: config.bindHost,
    publicHost: config.publicHost,
    ports: config.proxyPorts,
    limits,
    log,
    now,
    random,
    ticketKeys: () => ticketKeys.keys,
    isOnline: (deviceId) => tunnels.get(deviceId) !== undefined,
    roundTripMsOf,
    openSession: ({ deviceId, agentKey }) => sessions.open(deviceId, agentKey),
    tell: (message) => server?.send(message),
    onRefused: (reason) => metrics.refused(reason),
    onClosed(fact) {
      metrics.closed({ tx: fact.usage.txBytes, rx: fact.usage.rxBytes })
      reports.proxyClosed(fact)
    },
  })

  const links = await Links.start({
    config: config.links,
    stateDir: config.stateDir,
    bindHost: config.bindHost,
    identity,
    limits,
    log,
    now,
    serverNow: () => clock.now(),
    roundTripMsOf,
    ticketKeys: () => ticketKeys.keys,
    openSession: ({ deviceId, agentKey }) => sessions.open(deviceId, agentKey),
    tell: (message) => server?.send(message) ?? false,
    onRefused: (reason) => metrics.refused(reason),
    onClosed(fact) {
      metrics.closed({ tx: fact.usage.txBytes, rx: fact.usage.rxBytes })
      reports.proxyClosed(fact)
    },
  })

  function greeted(serverTime: number): void {
    const wrongMs = clock.set(serverTime)
    tunnels.shift(wrongMs)
    presence.shift(wrongMs)
  }

  function joined({ ticketKeys: keys }: Joined): void {
    ticketKeys.replace(keys).catch((error: unknown) => log.error({ error }, 'the ticket keys could not be kept'))
    reports.sendSnapshot(presence.snapshot())
    reports.sendFacts()
    proxies.forgetReports()
    links.joined()
  }

  function obey(order: Order): void {
    switch (order.type) {
      case 'open-proxy':
        return void (reports.tellAgain(order.connectionId) || proxies.open(order))
      case 'close-proxy':
        proxies.close(order.connectionId)
        return links.forgetVisit(order.connectionId)
      case 'serve-link':
        return links.serve(order)
      case 'link-state':
        return links.state(order)
      case 'links-told':
        return links.allTold()
      case 'cut-connection':
        tunnels.send(order.deviceId, { type: 'cut', connectionId: order.connectionId })
        return peers.cut(order.connectionId)
      case 'probe-target':
        return targetProbes.ask(order)
      case 'nudge-agent':
        return void tunnels.send(order.deviceId, { type: 'nudge', revision: order.revision })
      case 'drop-agent':
        sessions.end(order.deviceId, order.message)
        peers.cutDevice(order.deviceId)
        return tunnels.drop(order.deviceId, order)
    }
  }

  return {
    identity,
    links,
    frontDoor,
    metrics,
    load,
    limits,
    connect(place: ChannelPlace): void {
      server = new ServerLink({
        serverUrl: config.serverUrl,
        joinSecret: config.joinSecret,
        identity,
        place,
        version: world.version,
        log,
        random,
        silenceMs: limits.serverSilenceMs,
        heartbeatMs: limits.serverHeartbeatMs,
        onGreeted: greeted,
        onJoined: joined,
        onOrder: obey,
        onDelivered: (ping) => reports.delivered(ping),
        onLost() {
          presence.stopListening()
          reports.channelBroke()
        },
        load: () => ({ agents: tunnels.size, proxies: proxies.size, streams: proxies.streams }),
      })
      server.start()
    },
    /** In order: no new sockets, all sent away, the last facts told, time for pairs to move, and then everything closed. */
    async leave(): Promise<void> {
      frontDoor.stopListening()
      links.stopListening()
      tunnels.drain(returnAfterMs)
      initiators.drain(returnAfterMs)
      reports.sendUsage()
      reports.sendFacts()
      reports[Symbol.dispose]()
      proxies[Symbol.dispose]()
      links[Symbol.dispose]()
      await server?.close()
      await peers.leave(limits.drainMs)
      peers[Symbol.dispose]()
      splicer[Symbol.dispose]()
      initiatorDoor[Symbol.dispose]()
      initiators[Symbol.dispose]()
      streamChecks[Symbol.dispose]()
      sessions[Symbol.dispose]()
      workConnections[Symbol.dispose]()
      targetProbes[Symbol.dispose]()
      tunnelDoor[Symbol.dispose]()
      tunnels[Symbol.dispose]()
      presence[Symbol.dispose]()
      await frontDoor[Symbol.asyncDispose]()
      secureDoor[Symbol.dispose]()
    },
  }
}

function arrivalOf({ agent, address, enteredAt }: Tunnel): Arrival {
  const { accountId, deviceId, version, internalAddress } = agent
  return {
    accountId,
    deviceId,
    enteredAt,
    externalAddress: address,
    agentVersion: version,
    ...(internalAddress !== undefined && { internalAddress }),
  }
}
