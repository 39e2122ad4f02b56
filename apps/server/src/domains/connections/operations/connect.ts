// Opens a proxy port for a service on the relay that holds its device's agent, or finds the one that is open already.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { deniedRefusal, holdDevices, seeDevice, unseen, type SeenDevice } from '#domains/devices'
import { findService, servicePolicy, type Service } from '#domains/services'
import type { Tx } from '#platform/database'
import { connectionIdOf } from '../connection-id.ts'
import type { Connection } from '../connection.ts'
import { findConnectionForUpdate, findLiveConnection, insertConnection } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { hostRuleMessage, parseHostRule } from '../host-rule.ts'
import { moveConnection, orderClose } from './move-connection.ts'
import { orderOpen } from './order-open.ts'
import { listenToConnection } from './wait-for-connection.ts'

export const connectFailedMessage = 'An error occurred connecting. Please ensure that the device is online.'

export interface Opened {
  readonly connection: Connection
  readonly service: Service
  readonly device: SeenDevice
}

export interface ConnectRequest {
  readonly serviceId: ServiceId
  readonly hostIP: string
  /** With which the actor asks; undefined in a session. */
  readonly accessKey?: string | undefined
}

export async function connect(
  context: ConnectionsContext,
  actor: Actor,
  request: ConnectRequest,
): Promise<Result<Opened, Refusal>> {
  const allowed = parseHostRule(request.hostIP)
  if (!allowed.ok) return refuse({ code: 'INVALID', message: hostRuleMessage })
  const { queries } = context.services.devices.database
  const service = await findService(queries, request.serviceId)
  const device = service && (await seeDevice(queries, actor, service.deviceId))
  if (service === undefined || device === undefined) return refuse(unseen('service', request.serviceId))
  const refusal = refusalOf(actor, service, device)
  if (refusal !== undefined) return refuse(refusal)
  const { accessKey } = request
  const wanted = newConnection(context, actor, { service, device, accessKey, hostRule: allowed.value.text })
  if (wanted === undefined) return refuse(offline)

  const claimed = await claim(context, actor, wanted)
  if (!claimed.ok) return claimed
  const { connection, isNew } = claimed.value
  const opened = await waitUntilOpen(context, connection, isNew)
  return opened === undefined ? refuse(unavailable) : accept({ connection: opened, service, device })
}

function refusalOf(actor: Actor, service: Service, device: SeenDevice): Refusal | undefined {
  const verdict = servicePolicy.connect(actor, service, device)
  if (verdict.allowed) return undefined
  const isOffline = verdict.code === 'offline' && service.enabled
  return isOffline ? offline : deniedRefusal(verdict, 'service', service.id)
}

const offline: Refusal = { code: 'OFFLINE', message: connectFailedMessage }
const unavailable: Refusal = { code: 'UNAVAILABLE', message: connectFailedMessage }

function newConnection(
  context: ConnectionsContext,
  actor: Actor,
  wish: { service: Service; device: SeenDevice; accessKey: string | undefined; hostRule: string },
): Connection | undefined {
  const { service, device, accessKey, hostRule } = wish
  if (device.relayId === undefined) return undefined
  const { clock, randomBytes } = context.services.devices
  const nowMs = clock.now()
  const at = new Date(nowMs)
  return {
    id: connectionIdOf(nowMs, randomBytes(10)),
    accountId: service.accountId,
    deviceId: device.id,
    serviceId: service.id,
    userId: actor.userId,
    accessKey,
    relayId: device.relayId,
    hostRule,
    idleTimeoutMs: context.idleTimeoutMs,
    createdAt: at,
    expiresAt: new Date(nowMs + context.lifeMs),
    progress: { state: 'opening', at },
  }
}

interface Claimed {
  readonly connection: Connection
  readonly isNew: boolean
}

/** Of several calls at once, one makes the connection and the others find it. */
async function claim(context: ConnectionsContext, actor: Actor, wanted: Connection): Promise<Result<Claimed, Refusal>> {
  for (;;) {
    const claimed = await context.services.devices.database.transaction(async (tx) => {
      const refusal = await refusalNow(tx, actor, wanted)
      if (refusal !== undefined) return refuse(refusal)
      const live = await findLiveConnection(tx, wanted)
      if (live?.relayId === wanted.relayId) return accept({ connection: live, isNew: false })
      if (live !== undefined) {
        // The agent has moved: nothing comes through the port on the relay that it left.
        await moveConnection(context, tx, live, { event: 'close-asked', at: wanted.createdAt, end: 'failed' })
        orderClose(context, tx, live)
      }
      return (await insertConnection(tx, wanted)) ? accept({ connection: wanted, isNew: true }) : undefined
    })
    // Undefined: another call was faster, and the next look finds its connection.
    if (claimed !== undefined) return claimed
  }
}

/** Once more with the device held: whoever deletes it or hands it over cuts what was there by then, and no more. */
async function refusalNow(tx: Tx, actor: Actor, wanted: Connection): Promise<Refusal | undefined> {
  const [device] = await holdDevices(tx, actor, [wanted.deviceId])
  const service = await findService(tx, wanted.serviceId)
  if (device?.accountId !== wanted.accountId || service === undefined) return unseen('service', wanted.serviceId)
  return refusalOf(actor, service, device)
}

async function waitUntilOpen(
  context: ConnectionsContext,
  connection: Connection,
  isNew: boolean,
): Promise<Connection | undefined> {
  if (connection.progress.state === 'open') return connection
  using wait = await listenToConnection(context, connection.id)
  const isOrdered = !isNew || (await orderOpen(context, connection))
  const timeoutMs = isOrdered ? context.openingMsMax : 0
  const found = await wait.until(({ progress }) => progress.state === 'open' || progress.state === 'closing', timeoutMs)
  if (found?.progress.state === 'open') return found
  if (isNew) await giveUp(context, connection)
  return undefined
}

/** Nobody waits for it any more, so it must not open later. */
async function giveUp(context: ConnectionsContext, { id }: Connection): Promise<void> {
  const { database, clock } = context.services.devices
  await database.transaction(async (tx) => {
    const connection = await findConnectionForUpdate(tx, id)
    if (connection === undefined) return
    const at = new Date(clock.now())
    await moveConnection(context, tx, connection, { event: 'close-asked', at, end: 'failed' })
    orderClose(context, tx, connection)
  })
}
