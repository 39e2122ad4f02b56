// What a device's agent is to do, as it stands now.

import { signTicket, type Assignment } from '@farport/protocol'
import {
  applicationId,
  applicationTypeOf,
  reachRuleLengthMax,
  reachRulesMax,
  reservedAttribute,
  type Attributes,
} from '@farport/vocabulary'
import type { Device } from '#domains/devices'
import { servicesOfDevice, type Service } from '#domains/services'
import { relaysWithLease } from '../relays/index.ts'
import type { AgentsContext } from './context.ts'
import { orderRelays } from './relay-order.ts'

const ticketLifeMs = 12 * 60 * 60_000
const renewAfterMs = 60 * 60_000
/** With no relay there is nothing to do but to ask again. */
const renewAfterMsWithoutRelay = 5000

export async function writeAssignment(context: AgentsContext, device: Device, agentKey: string): Promise<Assignment> {
  const { database, clock } = context.services.devices
  const nowMs = clock.now()
  const [services, relays] = await Promise.all([
    servicesOfDevice(database.queries, device),
    relaysWithLease(database.queries, new Date(nowMs)),
  ])
  const { accountId, id: deviceId } = device
  const expiresAt = nowMs + ticketLifeMs
  return {
    accountId,
    deviceId,
    deviceName: device.name,
    revision: device.revision,
    relays: orderRelays(relays, device),
    ticketKeys: [...context.ticketKeys],
    tunnelTicket: signTicket({ purpose: 'tunnel', accountId, deviceId, agentKey, expiresAt }, context.ticketKey),
    renewAt: nowMs + (relays.length > 0 ? renewAfterMs : renewAfterMsWithoutRelay),
    services: services.filter(isServed).map(toOrder),
  }
}

/** Port 0 is what a person left open: there is nothing to connect to. */
const isServed = (service: Service): boolean => service.enabled && service.port > 0

function toOrder({ id, host, port, application, attributes }: Service): Assignment['services'][number] {
  const { protocol } = applicationTypeOf(application)
  const allow = application === applicationId.socks ? reachOf(attributes) : undefined
  return { id, host, port, protocol, application, ...(allow !== undefined && { allow }) }
}

/** What people have written of a SOCKS service, as far as it is a list of texts. What is no rule allows nothing there. */
function reachOf(attributes: Attributes): string[] | undefined {
  const reserved = attributes[reservedAttribute]
  const allow: unknown = typeof reserved === 'object' && reserved !== null ? Reflect.get(reserved, 'allow') : undefined
  if (!Array.isArray(allow)) return undefined
  return allow
    .filter((rule): rule is string => typeof rule === 'string' && rule.length <= reachRuleLengthMax)
    .slice(0, reachRulesMax)
}
