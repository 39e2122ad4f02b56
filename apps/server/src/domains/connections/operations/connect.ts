// Opens a proxy port for a service on the relay that holds its device's agent, or finds the one that is open already.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { connectionIdOf } from '../connection-id.ts'
import type { ProxyConnection } from '../connection.ts'
import { findConnectionForUpdate, findLiveProxy, insertProxy } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { hostRuleMessage, parseHostRule } from '../host-rule.ts'
import { moveConnection, orderClose } from './move-connection.ts'
import { orderOpen } from './order-open.ts'
import {
  heldServiceToConnect,
  offline,
  serviceToConnect,
  unavailable,
  type ConnectTarget,
} from './service-to-connect.ts'
import { listenToConnection } from './wait-for-connection.ts'

export interface Opened extends ConnectTarget {
  readonly connection: ProxyConnection
}

export interface ConnectRequest {
  readonly serviceId: ServiceId
  readonly hostIP: string
  /** With which the actor asks; undefined in a session. */
  readonly accessKey?: string | undefined
  /** In which the actor asks; undefined with an access key. */
  readonly sessionId?: string | undefined
}

export async function connect(
  context: ConnectionsContext,
  actor: Actor,
  request: ConnectRequest,
): Promise<Result<Opened, Refusal>> {
  const allowed = parseHostRule(request.hostIP)
  if (!allowed.ok) return refuse({ code: 'INVALID', message: hostRuleMessage })
  const { queries } = context.services.devices.database
  const target = await serviceToConnect(queries, actor, request.serviceId)
  if (!target.ok) return target
  const { service, device } = target.value
  const wanted = newConnection(context, actor, { service, device, request, hostRule: allowed.value.text })
  if (wanted === undefined) return refuse(offline)

  const claimed = await claim(context, actor, wanted)
  if (!claimed.ok) return claimed
  const { connection, isNew } = claimed.value
  const opened = await waitUntilOpen(context, connection, isNew)
  return opened === undefined ? refuse(unavailable) : accept({ connection: opened, service, device })
}

function newConnection(
  context: ConnectionsContext,
  actor: Actor,
  wish: ConnectTarget & { request: ConnectRequest; hostRule: string },
): ProxyConnection | undefined {
  const { service, device, request, hostRule } = wish
  if (device.relayId === undefined) return undefined
  const { clock, randomBytes } = context.services.devices
  const nowMs = clock.now()
  const at = new Date(nowMs)
  return {
    kind: 'proxy',
    id: connectionIdOf(nowMs, randomBytes(10)),
    accountId: service.accountId,
    deviceId: device.id,
    serviceId: service.id,
    userId: actor.userId,
    accessKey: request.accessKey,
    sessionId: request.sessionId,
    relayId: device.relayId,
    hostRule,
    idleTimeoutMs: context.idleTimeoutMs,
    createdAt: at,
    expiresAt: new Date(nowMs + context.lifeMs),
    progress: { state: 'opening', at },
  }
}

interface Claimed {
  readonly connection: ProxyConnection
  readonly isNew: boolean
}

/** Of several calls at once, one makes the connection and the others find it. */
async function claim(
  context: ConnectionsContext,
  actor: Actor,
  wanted: ProxyConnection,
): Promise<Result<Claimed, Refusal>> {
  for (;;) {
    const claimed = await context.services.devices.database.transaction(async (tx) => {
      const target = await heldServiceToConnect(tx, actor, wanted)
      if (!target.ok) return target
      const live = await findLiveProxy(tx, wanted)
      if (live?.relayId === wanted.relayId) return accept({ connection: live, isNew: false })
      if (live !== undefined) {
        // The agent has moved: nothing comes through the port on the relay that it left.
        await moveConnection(context, tx, live, { event: 'close-asked', at: wanted.createdAt, end: 'failed' })
        orderClose(context, tx, live)
      }
      return (await insertProxy(tx, wanted)) ? accept({ connection: wanted, isNew: true }) : undefined
    })
    // Undefined: another call was faster, and the next look finds its connection.
    if (claimed !== undefined) return claimed
  }
}

async function waitUntilOpen(
  context: ConnectionsContext,
  connection: ProxyConnection,
  isNew: boolean,
): Promise<ProxyConnection | undefined> {
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
async function giveUp(context: ConnectionsContext, { id }: ProxyConnection): Promise<void> {
  const { database, clock } = context.services.devices
  await database.transaction(async (tx) => {
    const connection = await findConnectionForUpdate(tx, id)
    if (connection?.kind !== 'proxy') return
    const at = new Date(clock.now())
    await moveConnection(context, tx, connection, { event: 'close-asked', at, end: 'failed' })
    orderClose(context, tx, connection)
  })
}
