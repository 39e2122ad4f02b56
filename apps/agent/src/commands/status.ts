// `status`: what this machine is, and whether it can be reached.

import type { AgentState, Enrolment } from '../state/agent-state.ts'
import { runningAgent } from '../state/run-lock.ts'
import { readStatus, type AgentStatus } from '../state/status-file.ts'

export type StatusReport =
  | { readonly state: 'not-registered'; readonly stateDir: string }
  | ({ readonly state: 'not-running' } & Registered)
  | ({
      readonly state: AgentStatus['state']
      readonly pid: number
      readonly since: string
      readonly relay?: string
      readonly reason?: string
    } & Registered)

interface Registered {
  readonly deviceId: string
  readonly deviceName: string
  readonly server: string
}

export async function readStatusReport(state: AgentState): Promise<StatusReport> {
  const [enrolment, pid, status, assignment] = await Promise.all([
    state.enrolment(),
    runningAgent(state.directory),
    readStatus(state.directory),
    state.assignment(),
  ])
  if (enrolment === undefined) return { state: 'not-registered', stateDir: state.directory }
  // The name may have been changed in the portal since.
  const registered = registeredAs(enrolment, assignment?.deviceName ?? enrolment.deviceName)
  if (pid === undefined) return { state: 'not-running', ...registered }
  const present: AgentStatus = status ?? { state: 'starting', since: Date.now() }
  return {
    state: present.state,
    pid,
    since: new Date(present.since).toISOString(),
    ...registered,
    ...(present.state === 'online' && { relay: present.relay }),
    ...(present.state === 'online' && present.blocked !== undefined && { reason: present.blocked }),
    ...(present.state === 'offline' && { reason: present.reason }),
  }
}

export function statusSentences(report: StatusReport): string {
  if (report.state === 'not-registered') return `This machine is not registered (state in ${report.stateDir}).`
  const device = `Device "${report.deviceName}" (${report.deviceId}) at ${report.server}`
  switch (report.state) {
    case 'not-running':
      return `${device}.\nThe agent does not run. Start it with "run", or install it as a service with "install-service".`
    case 'starting':
      return `${device}.\nThe agent is starting.`
    case 'online':
      if (report.reason !== undefined) {
        return `${device}.\nAt relay ${report.relay} since ${report.since}, but streams do not open, so it is shown offline: ${report.reason}. Something on the way may let only the first connection to the relay through.`
      }
      return `${device}.\nOnline since ${report.since}, at relay ${report.relay}.`
    case 'offline':
      return `${device}.\nOffline since ${report.since}: ${report.reason}. The agent keeps trying.`
    case 'not-enrolled':
      return `${device}.\nThe server does not know this device any more: it was deleted. Run "unregister", then register it again.`
  }
}

function registeredAs({ deviceId, serverUrl }: Enrolment, deviceName: string): Registered {
  return { deviceId, deviceName, server: serverUrl.origin }
}
