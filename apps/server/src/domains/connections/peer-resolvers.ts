// GraphQL ⇄ peers: connections that agents of people make.

import { initiatorPlatforms, type Route, type ServiceId } from '@farport/vocabulary'
import { parseServiceId } from '#domains/services'
import { createBatchLoader } from '#platform/batch-loader'
import type { Queries } from '#platform/database'
import type { Resolvers, RouteMode } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse, refusalError } from '../../graphql/refusal.ts'
import type { ConnectionsContext } from './context.ts'
import { connectPeer } from './operations/connect-peer.ts'
import { defaultRouteOf, type PeerConnection } from './peer.ts'
import { openPeers } from './peer-store.ts'
import { loadServiceOf, openedWith, serviceLoader } from './shared-resolvers.ts'

const presentedRoutes = { failover: 'FAILOVER', p2p: 'P2P', proxy: 'PROXY', public: 'PUBLIC' } as const
export const presentRoute = (route: Route): RouteMode => presentedRoutes[route]
const routeOf: Record<RouteMode, Route> = { FAILOVER: 'failover', P2P: 'p2p', PROXY: 'proxy', PUBLIC: 'public' }

export function peerResolvers(means: ConnectionsContext): Resolvers {
  const { queries } = means.services.devices.database
  const services = serviceLoader(queries)
  const peers = perContext((context) => {
    const { userId } = requireActor(context)
    return createBatchLoader((serviceIds: readonly ServiceId[]) => peersByService(queries, { serviceIds, userId }))
  })
  return {
    Service: {
      peers: async ({ id }, _args, context) => (await peers(context).load(id)) ?? [],
      route: (service) => presentRoute(defaultRouteOf(service, service.device)),
    },
    PeerConnection: {
      created: (peer) => peer.createdAt,
      expires: (peer) => peer.expiresAt,
      key: (peer) => peer.initiatorKey,
      route: (peer) => presentRoute(peer.route),
      service: (peer, _args, context) => loadServiceOf(peer, services(context)),
    },
    Mutation: {
      connectPeer: async (_parent, { serviceId: text, key, route, platform }, context) => {
        const actor = requireActor(context)
        const serviceId = orRefuse(parseServiceId(text))
        if (platform != null && !initiatorPlatforms.some(({ id }) => id === platform)) throw refusalError(noPlatform)
        const opened = await connectPeer(means, actor, {
          serviceId,
          key,
          route: route == null ? undefined : routeOf[route],
          ...openedWith(context),
          opener: { source: context.source, platform: platform ?? undefined },
        })
        const { order, peer } = orRefuse(opened)
        return { order, connection: peer }
      },
    },
  }
}

const noPlatform = { code: 'INVALID', message: 'There is no such platform of an initiator.' } as const

async function peersByService(
  queries: Queries,
  wanted: Parameters<typeof openPeers>[1],
): Promise<Map<ServiceId, PeerConnection[]>> {
  return Map.groupBy(await openPeers(queries, wanted), (peer) => peer.serviceId)
}
