// GraphQL ⇄ connections.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import {
  applicationTypeOf,
  hostRule,
  parseConnectionId,
  parseId,
  type ConnectionId,
  type ServiceId,
} from '@farport/vocabulary'
import { seeDevices, unseen } from '#domains/devices'
import { findServices } from '#domains/services'
import { createBatchLoader } from '#platform/batch-loader'
import type { Queries } from '#platform/database'
import type { Resolvers } from '../../../generated/resolvers.ts'
import type { Actor } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import { requireViewer } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import { connectionUrl, type Connection } from './connection.ts'
import { openConnections } from './connection-store.ts'
import type { ConnectionsContext } from './context.ts'
import { connect } from './operations/connect.ts'
import { disconnect } from './operations/disconnect.ts'

export function connectionResolvers(means: ConnectionsContext): Resolvers {
  const { queries } = means.services.devices.database
  const services = perContext((context) => {
    const actor = requireActor(context)
    return createBatchLoader((ids: readonly ServiceId[]) => servicesWithDevices(queries, actor, ids))
  })
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
      service: async (connection, _args, context) => {
        const service = await services(context).load(connection.serviceId)
        if (service === undefined) throw new Error(`the service of the connection ${connection.id} is gone`)
        return service
      },
    },
    Mutation: {
      connect: async (_parent, args, context) => {
        const serviceId = orRefuse(parseServiceToConnect(args.serviceId))
        const { credential } = requireViewer(context)
        const accessKey = credential.kind === 'access-key' ? credential.id : undefined
        const request = { serviceId, hostIP: args.hostIP ?? hostRule.latch, accessKey }
        return orRefuse(await connect(means, requireActor(context), request)).connection
      },
      disconnect: async (_parent, args, context) => {
        const serviceId = orRefuse(parseServiceToConnect(args.serviceId))
        const connectionId: ConnectionId | undefined = parseConnectionId(args.connectionId)
        if (connectionId === undefined) return false
        return orRefuse(await disconnect(means, requireActor(context), { serviceId, connectionId }))
      },
    },
  }
}

/** Only open ones are handed out, and those that open again where they were. */
function placeOf({ id, progress }: Connection): { host: string; port: number } {
  if (progress.state === 'open' || progress.state === 'reopening') return progress
  throw new Error(`the connection ${id} is ${progress.state}, and has no place to show`)
}

function parseServiceToConnect(text: string): Result<ServiceId, Refusal> {
  const id = parseId('s', text)
  return id === undefined ? refuse(unseen('service', text)) : accept(id)
}

async function servicesWithDevices(queries: Queries, actor: Actor, ids: readonly ServiceId[]) {
  const services = await findServices(queries, ids)
  const devices = await seeDevices(queries, actor, [...new Set(services.map((service) => service.deviceId))])
  const deviceById = new Map(devices.map((device) => [device.id, device]))
  return new Map(
    services.flatMap((service) => {
      const device = deviceById.get(service.deviceId)
      return device === undefined ? [] : [[service.id, { ...service, device }] as const]
    }),
  )
}

async function connectionsByService(
  queries: Queries,
  wanted: Parameters<typeof openConnections>[1],
): Promise<Map<ServiceId, Connection[]>> {
  return Map.groupBy(await openConnections(queries, wanted), (connection) => connection.serviceId)
}
