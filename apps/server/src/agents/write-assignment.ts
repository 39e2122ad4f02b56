// What a device's agent is to do, as it stands now.

import { signTicket, type Assignment } from '@farport/protocol'
import { applicationTypeOf } from '@farport/vocabulary'
import type { Device } from '#domains/devices'
import { reachOf, servicesOfDevice, type Service } from '#domains/services'
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

function toOrder(service: Service): Assignment['services'][number] {
  const { id, host, port, application } = service
  const allow = reachOf(service)
  const order = { id, host, port, protocol: applicationTypeOf(application).protocol, application }
  return allow === undefined ? order : { ...order, allow: [...allow] }
}
