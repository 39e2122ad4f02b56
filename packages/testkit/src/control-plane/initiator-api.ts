// The initiator API of the test control plane: renewals, reports and ends, each signed with the initiator's key.

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  connectionRequest,
  endPath,
  renewPath,
  reportPath,
  reportRequest,
  requestAgeMsMax,
  requestText,
  verifyText,
  type InitiatorRefusal,
  type PathReport,
  type PeerOrder,
} from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'

export interface OrderedPeer {
  readonly initiatorKey: string
  readonly connectionId: ConnectionId
  /** What the initiator gets when it renews. */
  renew: () => PeerOrder
  renewals: number
  /** The last that was told. */
  report: PathReport | undefined
  /** By whom it was ended; undefined while it lives. */
  ended: 'initiator' | 'server' | undefined
}

export const initiatorPaths: ReadonlySet<string | undefined> = new Set([renewPath, reportPath, endPath])

export type InitiatorAnswer = { status: number; body: PeerOrder | InitiatorRefusal | undefined }

export async function answerInitiator(
  request: IncomingMessage,
  { peers, now }: { peers: ReadonlyMap<ConnectionId, OrderedPeer>; now: () => number },
): Promise<InitiatorAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  const body = Buffer.concat(chunks)
  const refuse = (code: InitiatorRefusal['code']): InitiatorAnswer => ({
    status: 403,
    body: { code, message: `Refused: ${code}.`, serverTime: now() },
  })
  const key = String(request.headers['farport-key'])
  const timeMs = Number(request.headers['farport-time'])
  const signature = String(request.headers['farport-signature'])
  const { method = '', url: path = '' } = request
  const bodySha256 = createHash('sha256').update(body).digest('hex')
  if (!verifyText(key, requestText({ method, path, timeMs, bodySha256 }), signature)) return refuse('signature')
  if (Math.abs(timeMs - now()) > requestAgeMsMax) return refuse('clock')
  const own = (connectionId: ConnectionId): OrderedPeer | undefined => {
    const peer = peers.get(connectionId)
    return peer?.initiatorKey === key ? peer : undefined
  }
  if (path === reportPath) {
    for (const report of reportRequest.parse(JSON.parse(body.toString())).reports) {
      const peer = own(report.connectionId)
      if (peer) peer.report = report
    }
    return { status: 204, body: undefined }
  }
  const peer = own(connectionRequest.parse(JSON.parse(body.toString())).connectionId)
  if (peer === undefined) return refuse('unknown')
  if (path === endPath) {
    peer.ended ??= 'initiator'
    return { status: 204, body: undefined }
  }
  if (peer.ended !== undefined) return refuse('ended')
  peer.renewals += 1
  return { status: 200, body: peer.renew() }
}
