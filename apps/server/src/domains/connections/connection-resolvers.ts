// GraphQL ⇄ connections.

import { applicationTypeOf, hostRule, parseConnectionId, type ConnectionId, type ServiceId } from '@farport/vocabulary'
import { parseServiceId } from '#domains/services'
import { createBatchLoader } from '#platform/batch-loader'
import type { Queries } from '#platform/database'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import { connectionUrl, type ProxyConnection } from './connection.ts'
import { openProxies } from './connection-store.ts'
import type { ConnectionsContext } from './context.ts'
import { connect } from './operations/connect.ts'
import { disconnect } from './operations/disconnect.ts'
import { loadServiceOf, openedWith, serviceLoader } from './shared-resolvers.ts'

export function connectionResolvers(means: ConnectionsContext): Resolvers {
  const { queries } = means.services.devices.database
  const services = serviceLoader(queries)
  const ofServices = perContext((context) => {
    const { userId } = requireActor(context)
    return createBatchLoader((serviceIds: readonly ServiceId[]) =>
      connectionsByService(queries, { serviceIds, userId }),
    )
  })
  return {
    Service: {
      connections: async ({ id }, _args, context) => (await ofServices(context).load(id)) ?? [],
    },
    Connection: {
      created: (connection) => connection.createdAt,
      host: (connection) => placeOf(connection).host,
      port: (connection) => placeOf(connection).port,
      url: async (connection, _args, context) => {
        const service = await services(context).load(connection.serviceId)
        const scheme = service && applicationTypeOf(service.application).scheme
        return connectionUrl(scheme, placeOf(connection)) ?? null
      },
      reverseProxy: () => false,
      timeout: (connection) => Math.round(connection.idleTimeoutMs / 1000),
      hostIP: (connection) => connection.hostRule,
      service: (connection, _args, context) => loadServiceOf(connection, services(context)),
    },
    Mutation: {
      connect: async (_parent, args, context) => {
        const serviceId = orRefuse(parseServiceId(args.serviceId))
        const request = { serviceId, hostIP: args.hostIP ?? hostRule.latch, ...openedWith(context) }
        return orRefuse(await connect(means, requireActor(context), request)).connection
      },
      disconnect: async (_parent, args, context) => {
        const serviceId = orRefuse(parseServiceId(args.serviceId))
        const connectionId: ConnectionId | undefined = parseConnectionId(args.connectionId)
        if (connectionId === undefined) return false
        return orRefuse(await disconnect(means, requireActor(context), { serviceId, connectionId }))
      },
    },
  }
}

/** Only open ones are handed out, and those that open again where they were. */
function placeOf({ id, progress }: ProxyConnection): { host: string; port: number } {
  if (progress.state === 'open' || progress.state === 'reopening') return progress
  throw new Error(`the connection ${id} is ${progress.state}, and has no place to show`)
}

async function connectionsByService(
  queries: Queries,
  wanted: Parameters<typeof openProxies>[1],
): Promise<Map<ServiceId, ProxyConnection[]>> {
  return Map.groupBy(await openProxies(queries, wanted), (connection) => connection.serviceId)
}
