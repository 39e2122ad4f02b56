// Tells relays which connect links they serve: those of the devices whose tunnels they hold.

import { createHash } from 'node:crypto'
import { signTicket } from '@farport/protocol'
import { parseConnectionId, type ConnectionId, type DeviceId, type RelayId, type ServiceId } from '@farport/vocabulary'
import { afterCommit, type Tx } from '#platform/database'
import { servedLinks, type ServedLink } from '../connect-link-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { judgeLink, linkClaimsOf, streamClaimsOf } from '../link-ticket.ts'

/**
 * Once the transaction is committed, by what is true then. Call it before links go, so that the relay is told of
 * those, too.
 */
export async function orderLinks(
  context: ConnectionsContext,
  tx: Tx,
  which: { serviceIds: readonly ServiceId[] } | { deviceIds: readonly DeviceId[] },
): Promise<void> {
  const before = await servedLinks(tx, which)
  afterCommit(tx, () => {
    const { queries } = context.services.devices.database
    servedLinks(queries, which)
      .then((after) => tellChanges(context, before, after))
      // The relay asks for every link again before its ticket ends.
      .catch((error: unknown) => context.log.error({ err: error }, 'relays could not be told of links'))
  })
}

/** Their tunnels have come to this relay. */
export async function orderLinksOfDevices(
  context: ConnectionsContext,
  relayId: RelayId,
  deviceIds: readonly DeviceId[],
): Promise<void> {
  if (deviceIds.length === 0) return
  const { queries } = context.services.devices.database
  for (const served of await servedLinks(queries, { deviceIds })) {
    if (served.relayId === relayId) tellLink(context, relayId, served)
  }
}

/** A relay has been asked for a link that it does not know, or whose ticket ends soon. */
export async function answerLink(context: ConnectionsContext, relayId: RelayId, code: string): Promise<void> {
  const { queries } = context.services.devices.database
  const [served] = await servedLinks(queries, { codes: [code] })
  if (served === undefined) context.relays.tellLinkState({ relayId, code, state: 'unknown' })
  else tellLink(context, relayId, served)
}

function tellChanges(context: ConnectionsContext, before: readonly ServedLink[], after: readonly ServedLink[]): void {
  const codes = new Set(after.map(({ link }) => link.code))
  for (const { link, relayId } of before) {
    if (relayId !== undefined && !codes.has(link.code)) {
      context.relays.tellLinkState({ relayId, code: link.code, state: 'unknown' })
    }
  }
  for (const served of after) if (served.relayId !== undefined) tellLink(context, served.relayId, served)
}

function tellLink(context: ConnectionsContext, relayId: RelayId, served: ServedLink): void {
  const { code } = served.link
  const verdict = judgeLink(served)
  if (verdict.state !== 'served') return context.relays.tellLinkState({ relayId, code, state: verdict.state })
  if (verdict.relay.id !== relayId) return context.relays.tellLinkState({ relayId, code, state: 'elsewhere' })
  const expiresAt = new Date(context.services.devices.clock.now() + context.lifeMs)
  context.relays.serveLink({
    relayId,
    code,
    ticket: signTicket(linkClaimsOf(served, verdict, expiresAt), context.ticketKey),
    streams: signTicket(streamClaimsOf(served, verdict, { id: streamsIdOf(code), expiresAt }), context.ticketKey),
  })
}

/** One for all tickets of a link, so that a renewed one goes on with the streams of the one before. */
function streamsIdOf(code: string): ConnectionId {
  const bytes = createHash('sha256').update(`farport-link-streams\n${code}`).digest().subarray(0, 16)
  // Version 8 of UUIDs: made of something else than time or chance.
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const id = parseConnectionId(bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
  if (id === undefined) throw new RangeError(`no UUID can be made from the link ${code}`)
  return id
}
