// Lets an agent of a person reach a service: writes the connection, or renews the one that lives, and says all that the
// agent needs.

import { refuse, accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { publicKeyFromText, type PeerOrder } from '@farport/protocol'
import type { Route, ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import { connectionIdOf } from '../connection-id.ts'
import type { ConnectionOpener, ConnectionsContext } from '../context.ts'
import { defaultRouteOf, peerRoute, peersPerPersonMax, peerTimes, type PeerConnection } from '../peer.ts'
import { countPeersOf, findLivePeer, insertPeer, saveRenewal } from '../peer-store.ts'
import { heldServiceToConnect, serviceToConnect, unavailable, type ConnectTarget } from './service-to-connect.ts'
import { readOrderMeans, writePeerOrder } from './write-peer-order.ts'

export interface ConnectPeerRequest {
  readonly serviceId: ServiceId
  /** The public key of the agent that is to open streams. */
  readonly key: string
  /** Undefined: the one that the service wants by default. */
  readonly route: Route | undefined
  readonly accessKey: string | undefined
  readonly sessionId: string | undefined
  readonly opener: ConnectionOpener
}

export interface OpenedPeer extends ConnectTarget {
  readonly peer: PeerConnection
  readonly order: PeerOrder
}

export async function connectPeer(
  context: ConnectionsContext,
  actor: Actor,
  request: ConnectPeerRequest,
): Promise<Result<OpenedPeer, Refusal>> {
  if (publicKeyFromText(request.key) === undefined) return refuse(noKey)
  const { database } = context.services.devices
  const target = await serviceToConnect(database.queries, actor, request.serviceId)
  if (!target.ok) return target
  const relays = await context.relays.placesFor(target.value.device)
  for (;;) {
    const opened = await database.transaction(async (tx) => {
      const held = await heldServiceToConnect(tx, actor, wantedOf(target.value))
      if (!held.ok) return held
      const means = await readOrderMeans(tx, { ...held.value, relays })
      if (means === undefined) return refuse(unavailable)
      const peer = await openPeer(context, tx, newPeer(context, actor, held.value, request), request)
      return peer?.ok === true
        ? accept({ ...held.value, peer: peer.value, order: writePeerOrder(context, peer.value, means) })
        : peer
    })
    // Undefined: another call was faster, and the next look finds its connection.
    if (opened !== undefined) return opened
  }
}

const noKey: Refusal = { code: 'INVALID', message: 'The key of an agent is an Ed25519 public key in base64url.' }
const tooMany: Refusal = {
  code: 'LIMIT_EXCEEDED',
  message: `A person has at most ${peersPerPersonMax} connections of their agents at once.`,
}

const wantedOf = ({ service, device }: ConnectTarget) => ({
  accountId: service.accountId,
  deviceId: device.id,
  serviceId: service.id,
})

type Wanted = Result<PeerConnection, Refusal>

function newPeer(
  context: ConnectionsContext,
  actor: Actor,
  { service, device }: ConnectTarget,
  { key, route: wish, accessKey, sessionId }: ConnectPeerRequest,
): Wanted {
  const route = peerRoute(wish, defaultRouteOf(service, device))
  if (!route.ok) return refuse({ code: 'INVALID', message: route.refusal })
  const { clock, randomBytes } = context.services.devices
  const nowMs = clock.now()
  const at = new Date(nowMs)
  return accept({
    kind: 'peer',
    id: connectionIdOf(nowMs, randomBytes(10)),
    accountId: service.accountId,
    deviceId: device.id,
    serviceId: service.id,
    userId: actor.userId,
    accessKey,
    sessionId,
    relayId: device.relayId,
    initiatorKey: key,
    route: route.value,
    createdAt: at,
    expiresAt: new Date(nowMs + peerTimes.ticketMs),
    progress: { state: 'open', at },
  })
}

/** Undefined when another call makes the same one at this moment. */
async function openPeer(
  context: ConnectionsContext,
  tx: Tx,
  wanted: Wanted,
  { opener }: ConnectPeerRequest,
): Promise<Wanted | undefined> {
  if (!wanted.ok) return wanted
  const { value: peer } = wanted
  const live = await findLivePeer(tx, peer)
  if (live !== undefined) {
    const { id, createdAt, progress } = live
    const renewed: PeerConnection = { ...peer, id, createdAt, progress }
    await saveRenewal(tx, renewed)
    return accept(renewed)
  }
  if ((await countPeersOf(tx, peer.userId, peersPerPersonMax)) === peersPerPersonMax) return refuse(tooMany)
  if (!(await insertPeer(tx, peer))) return undefined
  for (const watcher of context.watchers) await watcher.connectionIsOpened(tx, peer, opener)
  return accept(peer)
}
