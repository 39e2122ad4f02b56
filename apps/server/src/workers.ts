// What happens by itself, without anybody asking. Every process with the role of a worker runs it; they share the work.

import { endOverdueConnections, type ConnectionsContext } from '#domains/connections'
import { deleteExpiredClaims, deleteExpiredRegistrations, refreshAverages, type DevicesContext } from '#domains/devices'
import { startNotificationWorkers, type NotificationsContext } from '#domains/notifications'
import { endSilentVisits, forgetSessions, type SessionsContext } from '#domains/sessions'
import type { Log } from '#platform/log'
import { repeatWork } from '#platform/repeated-work'
import type { ServerPart } from './part.ts'
import { deleteRelaysLostBefore, endLostLeases } from './relays/index.ts'

export interface Workers {
  devices: DevicesContext
  connections: ConnectionsContext
  sessions: SessionsContext
  notifications: NotificationsContext
  log: Log
}

const leasesEveryMs = 2000
const connectionsEveryMs = 5000
const visitsEveryMs = 30_000
const averagesEveryMs = 30_000
const forgettingEveryMs = 3_600_000
const relaysKeptMs = 30 * 24 * 60 * 60_000

export function startWorkers({ devices, connections, sessions, notifications, log }: Workers): ServerPart {
  const { clock, database } = devices
  const startedAtMs = clock.now()
  const forget = async () => {
    await forgetSessions(sessions)
    await deleteExpiredRegistrations(database.queries, new Date(clock.now()))
    await deleteExpiredClaims(database.queries, new Date(clock.now()))
    await deleteRelaysLostBefore(database.queries, new Date(clock.now() - relaysKeptMs))
  }
  const workers = [
    repeatWork({ name: 'leases', everyMs: leasesEveryMs, log, work: () => endLostLeases(devices, startedAtMs) }),
    repeatWork({
      name: 'connections',
      everyMs: connectionsEveryMs,
      log,
      work: () => endOverdueConnections(connections),
    }),
    repeatWork({ name: 'visits', everyMs: visitsEveryMs, log, work: () => endSilentVisits(sessions) }),
    repeatWork({ name: 'averages', everyMs: averagesEveryMs, log, work: () => refreshAverages(devices) }),
    startNotificationWorkers(notifications),
    repeatWork({ name: 'forgetting', everyMs: forgettingEveryMs, log, work: forget }),
  ]
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
    },
  }
}
