// Whether a relay serves a connect link, and the tickets that it does so by.

import type { LinkClaims, LinkKind, LinkState, ProxyClaims } from '@farport/protocol'
import { applicationTypeOf, type ConnectionId, type RelayId } from '@farport/vocabulary'
import { needsPort } from './connect-link.ts'
import type { ServedLink } from './connect-link-store.ts'

export type LinkVerdict =
  | { readonly state: LinkState }
  | {
      readonly state: 'served'
      readonly kind: LinkKind
      readonly relay: { readonly id: RelayId; readonly key: string }
      readonly agentKey: string
    }

/** By the relay that holds its device's tunnel. */
export function judgeLink({ link, service, isOnline, relayId, relayKey, agentKey }: ServedLink): LinkVerdict {
  if (!link.enabled || !service.enabled) return { state: 'disabled' }
  const kind = kindOf(link, service)
  // Nobody is asked for a password on a port: a link that has one is not left open for that.
  if (kind === undefined || (kind.type !== 'web' && link.passwordHash !== undefined)) return { state: 'disabled' }
  if (!isOnline || relayId === undefined || relayKey === undefined || agentKey === undefined)
    return { state: 'offline' }
  return { state: 'served', kind, relay: { id: relayId, key: relayKey }, agentKey }
}

type Target = ServedLink['service']

function kindOf({ port }: ServedLink['link'], service: Target): LinkKind | undefined {
  const { protocol, scheme } = applicationTypeOf(service.application)
  if (!needsPort(service)) {
    const spoken = scheme === 'https' ? 'https' : 'http'
    return { type: 'web', scheme: spoken, host: targetHostOf(service, spoken) }
  }
  // It has become another type of service since, and has not been allotted a port yet.
  if (port === undefined) return undefined
  return { type: protocol === 'UDP' ? 'udp' : 'tcp', port }
}

/** What the service is called by in the Host header: what its attributes say, or where it is. */
function targetHostOf({ attributes, host, port }: Target, scheme: 'http' | 'https'): string {
  const stated = attributes['targetHost']
  if (typeof stated === 'string' && /^[A-Za-z0-9._:[\]-]{1,255}$/.test(stated)) return stated
  const name = host.includes(':') ? `[${host}]` : host
  return port === (scheme === 'https' ? 443 : 80) ? name : `${name}:${port}`
}

type Served = Extract<LinkVerdict, { state: 'served' }>

export function linkClaimsOf(
  { link, deviceId }: ServedLink,
  { kind, relay, agentKey }: Served,
  expiresAt: Date,
): LinkClaims {
  const { code, accountId, serviceId, allow, deny, passwordHash, visitsFrom } = link
  return {
    purpose: 'link',
    code,
    accountId,
    deviceId,
    serviceId,
    relayId: relay.id,
    agentKey,
    kind,
    allow: [...allow],
    deny: [...deny],
    ...(passwordHash !== undefined && { passwordHash }),
    visitsFrom: visitsFrom.getTime(),
    expiresAt: expiresAt.getTime(),
  }
}

/** Under this the relay opens streams to the device. Whom it lets in, the link's own ticket says. */
export function streamClaimsOf(
  { link, deviceId }: ServedLink,
  { kind, relay, agentKey }: Served,
  { id, expiresAt }: { id: ConnectionId; expiresAt: Date },
): ProxyClaims {
  return {
    purpose: 'proxy',
    connectionId: id,
    accountId: link.accountId,
    deviceId,
    serviceId: link.serviceId,
    relayId: relay.id,
    initiatorKey: relay.key,
    agentKey,
    allowed: { rule: 'anyone' },
    ...(kind.type === 'udp' && { protocol: 'UDP' as const }),
    idleTimeoutMs: 0,
    expiresAt: expiresAt.getTime(),
  }
}
