// What the initiator of a peer asks for by itself: another ticket while the person may still use the service, or the end.

import { accept, refuse, type Result } from '@farport/basics'
import type { PeerOrder } from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'
import { loadActor } from '../../../access/index.ts'
import { isCredentialLive } from '#domains/identity'
import type { Tx } from '#platform/database'
import { findConnectionForUpdate, findConnections } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { peerTimes, type PeerConnection } from '../peer.ts'
import { saveRenewal } from '../peer-store.ts'
import { endConnections } from './end-connections.ts'
import { heldServiceToConnect, offline } from './service-to-connect.ts'
import { readOrderMeans, writePeerOrder } from './write-peer-order.ts'

/** ended: it is over. unknown: this initiator has no such connection. offline: not just now; ask again. */
export type RenewalRefusal = 'ended' | 'unknown' | 'offline'

export interface InitiatorRequest {
  readonly connectionId: ConnectionId
  /** Proven by the request's signature. */
  readonly initiatorKey: string
}

export async function renewPeer(
  context: ConnectionsContext,
  request: InitiatorRequest,
): Promise<Result<PeerOrder, RenewalRefusal>> {
  const { database } = context.services.devices
  return database.transaction(async (tx) => {
    const found = await livePeer(tx, request)
    if (!found.ok) return found
    // The device is held before the connection, as by whoever changes or deletes it.
    const target = await stillAllowed(context, tx, found.value)
    const held = await livePeer(tx, request, 'for update')
    if (!held.ok) return held
    const peer = held.value
    if (target === 'offline') return refuse('offline')
    if (target === undefined) {
      await endConnections(context, tx, [peer], { end: 'disconnected' })
      return refuse('ended')
    }
    const relays = await context.relays.placesFor(target.device)
    const means = await readOrderMeans(tx, { ...target, relays })
    if (means === undefined) return refuse('offline')
    const expiresAt = new Date(context.services.devices.clock.now() + peerTimes.ticketMs)
    const renewed: PeerConnection = { ...peer, relayId: target.device.relayId, expiresAt }
    await saveRenewal(tx, renewed)
    return accept(writePeerOrder(context, renewed, means))
  })
}

/** The initiator needs it no more. */
export async function endPeer(
  context: ConnectionsContext,
  request: InitiatorRequest,
): Promise<Result<true, 'ended' | 'unknown'>> {
  return context.services.devices.database.transaction(async (tx) => {
    const found = await livePeer(tx, request, 'for update')
    if (!found.ok) return found
    await endConnections(context, tx, [found.value], { end: 'disconnected' })
    return accept(true)
  })
}

/** `for update`: held until the transaction ends. */
async function livePeer(
  tx: Tx,
  request: InitiatorRequest,
  how?: 'for update',
): Promise<Result<PeerConnection, 'ended' | 'unknown'>> {
  const [connection] =
    how === undefined
      ? await findConnections(tx, [request.connectionId])
      : [await findConnectionForUpdate(tx, request.connectionId)]
  if (connection === undefined) return refuse('ended')
  if (connection.kind !== 'peer' || connection.initiatorKey !== request.initiatorKey) return refuse('unknown')
  return connection.progress.state === 'closing' ? refuse('ended') : accept(connection)
}

/** Undefined when the person may use it no more, or there is nothing left to use. */
async function stillAllowed(context: ConnectionsContext, tx: Tx, peer: PeerConnection) {
  const now = new Date(context.services.devices.clock.now())
  if (!(await isCredentialLive(tx, peer, now))) return undefined
  const actor = await loadActor(tx, { userId: peer.userId, isOperator: false })
  const target = await heldServiceToConnect(tx, actor, peer)
  if (target.ok) return target.value
  return target.refusal === offline ? 'offline' : undefined
}
