// What the server hears of a connection, and when. Pure.

import type { LocalConnection, PathReport, RelayPlace } from '@farport/protocol'

/** Round trip and loss change all the time: they are told so often where nothing else has changed. */
export const reportEveryMs = 60_000

export type ReportFacts = Omit<PathReport, 'at' | 'roundTripMs' | 'loss'>

const sentenceMax = 500

/** `relays`: those that the connection may go by. */
export function reportOf(shown: LocalConnection, relays: readonly RelayPlace[]): ReportFacts {
  const { connectionId, path, why, reason, state, checkpoints, error, txBytes, rxBytes, streams } = shown
  const relay = path?.kind === 'relay' ? relays.find(({ host, port }) => `${host}:${port}` === path.remote) : undefined
  return {
    connectionId,
    ...(path !== undefined && { path: path.kind }),
    ...(relay !== undefined && { remote: { host: relay.host, port: relay.port }, relay: relay.id }),
    ...(why !== undefined && { why }),
    ...(reason !== undefined && { reason: reason.slice(0, sentenceMax) }),
    state,
    checkpoints,
    ...(error !== undefined && { error: { ...error, message: error.message.slice(0, sentenceMax) } }),
    txBytes,
    rxBytes,
    streams,
  }
}

export function isReportDue(
  told: { text: string; atMs: number } | undefined,
  { text, nowMs }: { text: string; nowMs: number },
): boolean {
  return told === undefined || told.text !== text || nowMs - told.atMs >= reportEveryMs
}
