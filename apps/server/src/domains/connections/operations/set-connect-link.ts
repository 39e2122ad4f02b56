// Makes the connect link of a service, changes it, and takes it away.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { serviceChanged, serviceForChange, type Service } from '#domains/services'
import {
  endsVisits,
  linkCodeBytes,
  linkCodeOf,
  judgeLinkChange,
  linkRefusalMessages,
  needsPort,
  parseLinkChange,
  type ConnectLink,
  type LinkArguments,
  type LinkChange,
  type LinkRefusal,
} from '../connect-link.ts'
import { deleteLink, findLink, saveLink } from '../connect-link-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { hashLinkPassword } from './hash-link-password.ts'
import { orderLinks } from './order-links.ts'
import { takeLinkPort } from './take-link-port.ts'

export async function setConnectLink(
  context: ConnectionsContext,
  actor: Actor,
  request: { serviceId: ServiceId; wish: LinkArguments },
): Promise<Result<{ link: ConnectLink; service: Service }, Refusal>> {
  const change = parseLinkChange(request.wish)
  if (!change.ok) return refuse(invalid(change.refusal))
  const { password } = change.value
  // Before the transaction, which should not wait for it.
  const passwordHash = typeof password === 'object' ? await hashLinkPassword(password.text) : undefined
  return setSettings(context, actor, { ...change.value, serviceId: request.serviceId, passwordHash })
}

const invalid = (refusal: LinkRefusal): Refusal => ({ code: 'INVALID', message: linkRefusalMessages[refusal] })

interface LinkSettings extends LinkChange {
  readonly serviceId: ServiceId
  /** Of a new password. */
  readonly passwordHash: string | undefined
}

async function setSettings(
  context: ConnectionsContext,
  actor: Actor,
  settings: LinkSettings,
): Promise<Result<{ link: ConnectLink; service: Service }, Refusal>> {
  const { database, events, clock } = context.services.devices
  return database.transaction(async (tx) => {
    const found = await serviceForChange(tx, actor, settings.serviceId, 'update')
    if (!found.ok) return found
    const { service, device } = found.value
    const judged = judgeLinkChange(settings, service)
    if (!judged.ok) return refuse(invalid(judged.refusal))
    const known = (await findLink(tx, service)) ?? newLink(context, service)
    const port = known.port ?? (needsPort(service) ? await takeLinkPort(context, tx) : undefined)
    if (port === undefined && needsPort(service)) return refuse(noPort)
    const wish: ConnectLink = {
      ...known,
      port,
      passwordHash: settings.password === 'keep' ? known.passwordHash : settings.passwordHash,
      enabled: settings.enabled ?? known.enabled,
      allow: settings.allow ?? known.allow,
      deny: settings.deny ?? known.deny,
    }
    const link = endsVisits(known, wish) ? { ...wish, visitsFrom: new Date(clock.now()) } : wish
    await saveLink(tx, link)
    await orderLinks(context, tx, { serviceIds: [service.id] })
    await events.announce(tx, serviceChanged(service, device, 'service-link-set', actor.userId))
    return accept({ link, service })
  })
}

function newLink(context: ConnectionsContext, service: Service): ConnectLink {
  const { randomBytes, clock } = context.services.devices
  return {
    accountId: service.accountId,
    serviceId: service.id,
    code: linkCodeOf(randomBytes(linkCodeBytes)),
    port: undefined,
    passwordHash: undefined,
    enabled: true,
    allow: [],
    deny: [],
    createdAt: new Date(clock.now()),
    visitsFrom: new Date(clock.now()),
  }
}

const noPort: Refusal = { code: 'LIMIT_EXCEEDED', message: 'This installation has no port left for another link.' }

/** False when there was none. */
export async function removeConnectLink(
  context: ConnectionsContext,
  actor: Actor,
  { serviceId }: { serviceId: ServiceId },
): Promise<Result<boolean, Refusal>> {
  const { database, events } = context.services.devices
  return database.transaction(async (tx) => {
    const found = await serviceForChange(tx, actor, serviceId, 'update')
    if (!found.ok) return found
    const { service, device } = found.value
    await orderLinks(context, tx, { serviceIds: [service.id] })
    if (!(await deleteLink(tx, service))) return accept(false)
    await events.announce(tx, serviceChanged(service, device, 'service-link-removed', actor.userId))
    return accept(true)
  })
}
