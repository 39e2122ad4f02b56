// Makes the connect link of a service, changes it, and takes it away.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { serviceChanged, serviceForChange, type Service } from '#domains/services'
import { violatedConstraint, type Tx } from '#platform/database'
import {
  endsVisits,
  linkCodeBytes,
  linkCodeOf,
  linkRefusalMessages,
  needsPort,
  parseLinkChange,
  type ConnectLink,
  type LinkArguments,
  type LinkChange,
} from '../connect-link.ts'
import { deleteLink, findLink, freeLinkPort, saveLink } from '../connect-link-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { hashLinkPassword } from './hash-link-password.ts'
import { orderLinks } from './order-links.ts'

/** Two links that want the same port at one moment: the next look finds another. */
const attemptsMax = 10

export async function setConnectLink(
  context: ConnectionsContext,
  actor: Actor,
  request: { serviceId: ServiceId; wish: LinkArguments },
): Promise<Result<{ link: ConnectLink; service: Service }, Refusal>> {
  const change = parseLinkChange(request.wish)
  if (!change.ok) return refuse({ code: 'INVALID', message: linkRefusalMessages[change.refusal] })
  const { password } = change.value
  // Before the transaction, which should not wait for it.
  const passwordHash = typeof password === 'object' ? await hashLinkPassword(password.text) : undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await setOnce(context, actor, { ...change.value, serviceId: request.serviceId, passwordHash })
    } catch (error) {
      if (violatedConstraint(error) !== 'connect_links_port_key' || attempt === attemptsMax) throw error
    }
  }
}

interface LinkSettings extends LinkChange {
  readonly serviceId: ServiceId
  /** Of a new password. */
  readonly passwordHash: string | undefined
}

async function setOnce(
  context: ConnectionsContext,
  actor: Actor,
  settings: LinkSettings,
): Promise<Result<{ link: ConnectLink; service: Service }, Refusal>> {
  const { database, events, clock } = context.services.devices
  return database.transaction(async (tx) => {
    const found = await serviceForChange(tx, actor, settings.serviceId, 'update')
    if (!found.ok) return found
    const { service, device } = found.value
    const known = (await findLink(tx, service)) ?? newLink(context, service)
    const port = known.port ?? (needsPort(service) ? await takePort(context, tx) : undefined)
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

async function takePort(context: ConnectionsContext, tx: Tx): Promise<number | undefined> {
  const [high = 0, low = 0] = context.services.devices.randomBytes(2)
  return freeLinkPort(tx, (high * 256 + low) / 65_536)
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
