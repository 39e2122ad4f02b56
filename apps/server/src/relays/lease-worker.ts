// Ends what relays leave behind that are gone: devices that nobody vouches for. Any number of processes may run it.

import { markDevicesLost, relaysWithDevices, type DevicesContext } from '#domains/devices'
import { leaseMs } from './context.ts'
import { clearSnapshot, relayLeases, type RelayLease } from './relay-store.ts'

type LeaseContext = Pick<DevicesContext, 'database' | 'events' | 'clock' | 'watchers'>

/** `startedAtMs`: relays get the length of a lease to come back to a server that was away itself. */
export async function endLostLeases(context: LeaseContext, startedAtMs: number): Promise<void> {
  const { queries } = context.database
  const holders = await relaysWithDevices(queries)
  if (holders.length === 0) return
  const leases = new Map((await relayLeases(queries)).map((lease) => [lease.id, lease]))
  for (const relayId of holders) {
    const nowMs = context.clock.now()
    const lease = leases.get(relayId)
    const verdict = judgeLease(lease, { nowMs, startedAtMs })
    if (verdict !== undefined) await markDevicesLost(context, { relayId, ...verdict })
    if (verdict?.why === 'settled') await clearSnapshot(queries, relayId, verdict.confirmedBefore)
  }
}

export interface LeaseVerdict {
  readonly why: 'lost' | 'settled'
  readonly confirmedBefore: Date
  /** The last that was heard of them. */
  readonly since: Date
}

/** Whether the relay's devices are offline that it has not confirmed since a moment. Pure. */
export function judgeLease(
  lease: Omit<RelayLease, 'id'> | undefined,
  { nowMs, startedAtMs }: { nowMs: number; startedAtMs: number },
): LeaseVerdict | undefined {
  const leaseUntilMs = Math.max(lease?.leaseUntil.getTime() ?? 0, startedAtMs + leaseMs)
  if (nowMs > leaseUntilMs) {
    const heardAtMs = (lease?.leaseUntil.getTime() ?? nowMs) - leaseMs
    // What was confirmed during the last length of a lease may come from a relay that is just joining again.
    return { why: 'lost', confirmedBefore: new Date(nowMs - leaseMs), since: new Date(heardAtMs) }
  }
  if (lease?.snapshotAt === undefined || lease.settlesAt === undefined) return undefined
  if (nowMs <= lease.settlesAt.getTime()) return undefined
  return { why: 'settled', confirmedBefore: lease.snapshotAt, since: lease.snapshotAt }
}
