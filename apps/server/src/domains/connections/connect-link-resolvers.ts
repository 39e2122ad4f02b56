// GraphQL ⇄ connect links.

import { devicePolicy, type SeenDevice } from '#domains/devices'
import { parseServiceId, type Service, type ShownService } from '#domains/services'
import { createOrderedLoader } from '#platform/batch-loader'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { decideService, type Actor } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import { linkUrl, maskedPassword, type ConnectLink } from './connect-link.ts'
import { linksOfServices } from './connect-link-store.ts'
import type { ConnectionsContext } from './context.ts'
import { removeConnectLink, setConnectLink } from './operations/set-connect-link.ts'

export function connectLinkResolvers(means: ConnectionsContext): Resolvers {
  const { queries } = means.services.devices.database
  const links = perContext((context) => {
    const actor = requireActor(context)
    return createOrderedLoader(async (services: readonly ShownService[]) => {
      const found = await linksOfServices(
        queries,
        services.map(({ id }) => id),
      )
      return services.map((service) => {
        const link = found.get(service.id)
        if (link === undefined) return null
        return present(link, service, { isManaged: devicePolicy.manage(actor, service.device).allowed })
      })
    })
  })
  const present = (link: ConnectLink, service: Service, { isManaged }: { isManaged: boolean }) => ({
    url: linkUrl(link, service, means.linksDomain, means.linksHttpsPort),
    code: link.code,
    created: link.createdAt,
    enabled: link.enabled,
    password: link.passwordHash === undefined ? null : maskedPassword,
    // From where people come is for those who manage it.
    allow: isManaged ? [...link.allow] : [],
    deny: isManaged ? [...link.deny] : [],
  })
  return {
    Service: {
      link: (service, _args, context) =>
        seesLink(requireActor(context), service, service.device) ? links(context).load(service) : null,
    },
    Mutation: {
      setConnectLink: async (_parent, { serviceId: text, ...wish }, context) => {
        const request = { serviceId: orRefuse(parseServiceId(text)), wish }
        const { link, service } = orRefuse(await setConnectLink(means, requireActor(context), request))
        return present(link, service, { isManaged: true })
      },
      removeConnectLink: async (_parent, { serviceId: text }, context) => {
        const serviceId = orRefuse(parseServiceId(text))
        return orRefuse(await removeConnectLink(means, requireActor(context), { serviceId }))
      },
    },
  }
}

/** A link lets in whoever knows it: it is for those who may come in anyway. */
const seesLink = (actor: Actor, service: Service, device: SeenDevice): boolean =>
  decideService(actor, 'CONNECT', device, service.id).allowed || devicePolicy.manage(actor, device).allowed
