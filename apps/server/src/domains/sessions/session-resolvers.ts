// GraphQL ⇄ sessions.

import type { LocalState, PathKind, PathWhy } from '@farport/protocol'
import { parseConnectionId, type ConnectionId } from '@farport/vocabulary'
import { findConnections, presentRoute, type ProxyConnection } from '#domains/connections'
import { countDevices, parseServiceId } from '#domains/services'
import { createBatchLoader } from '#platform/batch-loader'
import type { Queries } from '#platform/database'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { perContext } from '../../graphql/per-context.ts'
import { presentPlace } from '../../graphql/present-place.ts'
import { orRefuse, refusalError } from '../../graphql/refusal.ts'
import type { SessionsContext } from './context.ts'
import { checkpointNames } from './checkpoints.ts'
import { countSessions } from './operations/count-sessions.ts'
import { listSessions } from './operations/list-sessions.ts'
import { noSuchSession, rateSession } from './operations/rate-session.ts'
import { findHistories } from './path-store.ts'
import type { PathPoint } from './path-history.ts'
import { anonymousManufacturer, proxyPath, type Session } from './session.ts'
import { findSessions } from './session-store.ts'

export function sessionResolvers(means: SessionsContext): Resolvers {
  const { database, geo } = means.connections.services.devices
  const { queries } = database
  const connections = perContext(() => createBatchLoader((ids: readonly ConnectionId[]) => openById(queries, ids)))
  const histories = perContext(() =>
    createBatchLoader((wanted: readonly Session[]) => historiesBySession(queries, wanted)),
  )
  const sessions = perContext(() => createBatchLoader((ids: readonly ConnectionId[]) => sessionsById(queries, ids)))
  return {
    User: {
      sessions: ({ id }, args, context) =>
        listSessions(means, requireActor(context), { accountId: id, ids: args.id ?? undefined }),
      info: ({ id }) => ({ accountId: id }),
    },
    AccountInfo: {
      devices: async ({ accountId }, _args, context) => {
        const counts = orRefuse(await countDevices(means.connections.services, requireActor(context), accountId))
        return { ...counts, licensed: counts.total, unlicensed: 0 }
      },
      sessions: ({ accountId }, _args, context) => countSessions(means, requireActor(context), accountId),
    },
    Connection: {
      session: async ({ id }, _args, context) => (await sessions(context).load(id)) ?? null,
    },
    PeerConnection: {
      session: async ({ id }, _args, context) => (await sessions(context).load(id)) ?? null,
    },
    Session: {
      timestamp: (session) => session.beganAt,
      source: (session) => session.source ?? null,
      endpoint: (session, _args, context) => ({
        proxy: session.isProxy,
        platform: session.initiatorPlatform,
        manufacturer: session.userId === undefined ? anonymousManufacturer : null,
        geo: presentPlace(geo, session.source, context),
      }),
      user: async (session, _args, context) => {
        const account = session.userId === undefined ? undefined : await context.accounts.load(session.userId)
        return account === undefined ? null : { id: account.id }
      },
      target: (session) => session.target,
      kind: (session) => (session.isProxy ? 'PROXY' : 'PEER'),
      route: (session) => presentRoute(session.route ?? 'proxy'),
      path: async (session, _args, context) => {
        if (session.path !== undefined || !session.isProxy) return session.path ?? null
        const { relayId } = (await connections(context).load(session.id)) ?? {}
        return proxyPath(relayId, session.beganAt, {})
      },
      health: ({ health }) => health ?? null,
      history: async (session, _args, context) => [...((await histories(context).load(session)) ?? [])],
      connection: async ({ id }, _args, context) => (await connections(context).load(id)) ?? null,
    },
    SessionPath: {
      kind: ({ kind }) => presentPath(kind),
      remote: ({ remote }) => remote ?? null,
      relay: ({ relay }) => relay ?? null,
      why: ({ why }) => (why === undefined ? null : presentedWhys[why]),
      reason: ({ reason }) => reason ?? null,
      roundTrip: ({ roundTripMs }) => roundTripMs ?? null,
      loss: ({ loss }) => loss ?? null,
    },
    SessionHealth: {
      state: ({ state }) => presentedStates[state],
      checkpoints: ({ checkpoints }) =>
        checkpointNames.map((name, index) => ({ name, passed: checkpoints[index] ?? null })),
      error: ({ error }) => error ?? null,
    },
    PathPoint: {
      at: ({ at }) => new Date(at),
      path: ({ path }) => presentPath(path),
      roundTrip: ({ roundTripMs }) => roundTripMs ?? null,
      loss: ({ loss }) => loss ?? null,
    },
    Mutation: {
      rateConnection: async (_parent, { serviceId: service, sessionId: text, quality }, context) => {
        const actor = requireActor(context)
        const serviceId = orRefuse(parseServiceId(service))
        const sessionId = parseConnectionId(text)
        if (sessionId === undefined) throw refusalError(noSuchSession)
        return orRefuse(await rateSession(means, actor, { serviceId, sessionId, quality }))
      },
    },
  }
}

async function openById(queries: Queries, ids: readonly ConnectionId[]): Promise<Map<ConnectionId, ProxyConnection>> {
  const found = await findConnections(queries, ids)
  return new Map(
    found.flatMap((connection) => {
      const { id, kind, progress } = connection
      const isShown = kind === 'proxy' && (progress.state === 'open' || progress.state === 'reopening')
      return isShown ? [[id, connection] as const] : []
    }),
  )
}

const presentPath = (kind: PathKind) => pathKinds[kind]
const pathKinds = { relay: 'RELAY', lan: 'LAN', tcp: 'TCP', udp: 'UDP' } as const

const presentedWhys = {
  'relay-only': 'RELAY_ONLY',
  'switched-off': 'SWITCHED_OFF',
  looking: 'LOOKING',
  'was-lost': 'WAS_LOST',
  'blocked-here': 'BLOCKED_HERE',
  'blocked-there': 'BLOCKED_THERE',
  'both-symmetric': 'BOTH_SYMMETRIC',
  'other-network': 'OTHER_NETWORK',
  failed: 'FAILED',
  'none-found': 'NONE_FOUND',
  unreachable: 'UNREACHABLE',
} as const satisfies Record<PathWhy, string>

const presentedStates = {
  offline: 'OFFLINE',
  starting: 'STARTING',
  ready: 'READY',
  connecting: 'CONNECTING',
  connected: 'CONNECTED',
  disconnecting: 'DISCONNECTING',
  disconnected: 'DISCONNECTED',
  stopping: 'STOPPING',
} as const satisfies Record<LocalState, string>

async function historiesBySession(
  queries: Queries,
  sessions: readonly Session[],
): Promise<Map<Session, readonly PathPoint[]>> {
  const found = await findHistories(queries, sessions)
  return new Map(sessions.map((session) => [session, found.get(session.id) ?? []]))
}

async function sessionsById(queries: Queries, ids: readonly ConnectionId[]): Promise<Map<ConnectionId, Session>> {
  const found = await findSessions(queries, ids)
  return new Map(found.map((session) => [session.id, session]))
}
