// A work connection, as a relay orders it: named by its token, and then the agent's end of TLS with the initiator.

import { accept, refuse, type Result } from '@farport/basics'
import { workPreamble, type RelayPlace } from '@farport/protocol'
import { connectTcp, tlsOverSocket, type Identity, type Link } from '@farport/transport'
import type { LinkOrder } from '../tunnel/tunnel.ts'

/** Refused with a sentence for the relay: also when the other end does not hold the key that was ordered. */
export async function dialWorkConnection(
  { token, initiatorKey }: LinkOrder,
  place: RelayPlace,
  { identity, timeoutMs }: { identity: Identity; timeoutMs: number },
): Promise<Result<Link, string>> {
  const socket = await connectTcp(place, timeoutMs)
  if (!socket.ok) return refuse(socket.refusal.message)
  socket.value.write(Buffer.concat([workPreamble, Buffer.from(token, 'base64url')]))
  const link = await tlsOverSocket(socket.value, { role: 'server', identity, peerKey: initiatorKey, timeoutMs })
  return link.ok ? accept(link.value) : refuse(link.refusal.message)
}
