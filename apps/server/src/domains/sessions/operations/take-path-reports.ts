// Takes what an initiator has measured of its connections: figures of their sessions, and the ways that the bytes take.

import type { PathReport } from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'
import { peersOfInitiator, type PeerConnection } from '#domains/connections'
import type { Tx } from '#platform/database'
import type { SessionsContext } from '../context.ts'
import { addToHistories, type ToldPoint } from './add-to-histories.ts'
import { measuredOf, type SessionHealth, type SessionPath } from '../session.ts'
import { saveUsage, type SessionTotals } from '../session-store.ts'

export interface InitiatorReports {
  /** Proven by the request's signature. */
  readonly initiatorKey: string
  /** From where it reports. */
  readonly source: string
  readonly reports: readonly PathReport[]
}

/** Those that are over, or are not this initiator's. */
export async function takePathReports(context: SessionsContext, told: InitiatorReports): Promise<ConnectionId[]> {
  const { database, clock } = context.connections.services.devices
  const reports = new Map(told.reports.map((report) => [report.connectionId, report]))
  return database.transaction(async (tx) => {
    const peers = await peersOfInitiator(tx, { initiatorKey: told.initiatorKey, ids: [...reports.keys()] })
    const open = peers.filter((peer) => peer.progress.state === 'open')
    const at = new Date(clock.now())
    const reported = open.flatMap((peer) => {
      const report = reports.get(peer.id)
      return report === undefined ? [] : [{ peer, report }]
    })
    const live = reported.length === 0 ? new Map() : await keep(tx, reported, { source: told.source, at })
    return [...reports.keys()].filter((id) => !live.has(id))
  })
}

interface Reported {
  readonly peer: PeerConnection
  readonly report: PathReport
}

async function keep(
  tx: Tx,
  reported: readonly Reported[],
  { source, at }: { source: string; at: Date },
): Promise<ReadonlyMap<ConnectionId, SessionTotals>> {
  const live = await saveUsage(
    tx,
    reported.map(({ peer: { accountId }, report }) => ({
      ...report,
      accountId,
      source,
      path: pathOf(report, at),
      health: healthOf(report),
    })),
  )
  const told = reported.flatMap(({ peer: { accountId, id }, report }): ToldPoint[] => {
    const totals = live.get(id)
    const { path, streams } = report
    if (totals === undefined || path === undefined) return []
    return [{ accountId, id, point: { at: at.getTime(), path, ...measuredOf(report), ...totals, streams } }]
  })
  await addToHistories(tx, told)
  return live
}

/** By the server's clock: that of an initiator may be wrong. Undefined: nothing carries. */
function pathOf(report: PathReport, at: Date): SessionPath | undefined {
  const { path: kind, remote, relay, why, reason } = report
  if (kind === undefined) return undefined
  const place =
    remote && (remote.host.includes(':') ? `[${remote.host}]:${remote.port}` : `${remote.host}:${remote.port}`)
  return { kind, remote: place, relay, why, reason, ...measuredOf(report), at }
}

function healthOf({ state, checkpoints, error }: PathReport): SessionHealth | undefined {
  return state === undefined || checkpoints === undefined ? undefined : { state, checkpoints, error }
}
