// The agent, put together: it keeps an assignment, a tunnel to a relay, and the sessions that come through it.

import { randomUUID } from 'node:crypto'
import type { Result } from '@farport/basics'
import { createIdentity } from '@farport/transport'
import type { Logger } from 'pino'
import { internalAddress } from './machine.ts'
import { AssignmentKeeper } from './server/assignment-keeper.ts'
import { ServerApi } from './server/server-api.ts'
import type { AgentState, Enrolment } from './state/agent-state.ts'
import type { AgentStatus } from './state/status-file.ts'
import { runTunnel } from './tunnel/tunnel.ts'
import { TunnelKeeper } from './tunnel/tunnel-keeper.ts'
import { watchWake } from './tunnel/wake-watch.ts'
import { answerCheck } from './work/answer-check.ts'
import type { DirectPolicy } from './work/direct-ways.ts'
import { limits } from './work/limits.ts'
import { Work } from './work/work.ts'

export interface AgentWorld {
  log: Logger
  version: string
  /** Undefined: direct ways are fine, but no router is asked for ports. */
  direct?: DirectPolicy
  now?: () => number
  random?: () => number
  onStatus?: (status: AgentStatus) => void
}

export interface Agent extends AsyncDisposable {
  readonly status: AgentStatus
}

/** Whoever has moved should not be away for long. */
const wakeLookMs = 1000

export async function startAgent(state: AgentState, enrolment: Enrolment, world: AgentWorld): Promise<Agent> {
  const { log, version, now = Date.now, random = Math.random, direct = { isAllowed: true, mayMapPorts: false } } = world
  const privateKey = await state.key()
  const identity = await createIdentity(privateKey)
  const api = new ServerApi({ serverUrl: enrolment.serverUrl, privateKey, now })
  /** New with every start: tells a restart from a cloned disk. */
  const bootId = randomUUID()
  let status: AgentStatus = { state: 'starting', since: now() }

  function become(next: AgentStatus): void {
    status = next
    world.onStatus?.(next)
  }

  /** Whether streams open is worth a word when it changes. */
  function streamsChecked(verdict: Result<true, string>): void {
    if (status.state !== 'online') return
    const blocked = verdict.ok ? undefined : verdict.refusal
    if (blocked === status.blocked) return
    if (blocked === undefined) log.info('streams to this machine open again')
    else log.warn({ reason: blocked }, 'at a relay, but streams to this machine do not open: it is shown offline')
    const { blocked: _before, ...online } = status
    become(blocked === undefined ? online : { ...online, blocked })
  }

  const keeper = new AssignmentKeeper({
    initial: await state.assignment(),
    ask: () => api.assignment(),
    keep: (assignment) => state.keepAssignment(assignment),
    now: () => api.now(),
    random,
    log,
    onAssignment() {
      tunnels.assignmentChanged()
      work.servicesChanged()
    },
    onStanding(standing) {
      if (standing.state === 'enrolled') return log.info('this machine is a device again')
      log.error(`This machine is no device any more: ${standing.message} Register it again to bring it back.`)
      // Nobody may reach anything through it, and no relay needs to know it.
      tunnels.assignmentChanged()
      work.servicesChanged()
      work.end('the device was deleted')
      become({ state: 'not-enrolled', since: now() })
      state
        .forgetAssignment()
        .catch((error: unknown) => log.error({ error }, 'the old assignment could not be removed'))
    },
  })
  const work = new Work({
    identity,
    deviceId: enrolment.deviceId,
    log,
    now: () => api.now(),
    assignment: () => keeper.current,
    refreshAssignment: () => keeper.refreshIfStale(),
    direct,
  })
  const tunnels = new TunnelKeeper({
    assignment: () => keeper.current,
    refreshAssignment: () => keeper.refresh(),
    isAwaited: () => work.streams > 0,
    random,
    log,
    run: (relay, ticket, { onEntered, signal }) =>
      runTunnel({
        relay,
        ticket,
        identity,
        agentVersion: version,
        bootId,
        internalAddress: internalAddress(),
        connectTimeoutMs: limits.connectTimeoutMs,
        signal,
        onEntered,
        onCut: (connectionId) => work.cut(connectionId),
        onNudge: (revision) => keeper.nudged(revision),
        onLink(order, tunnel) {
          void work.makeLink(order, relay).then((made) => {
            if (!made.ok) tunnel.send({ type: 'link-failed', token: order.token, message: made.refusal.slice(0, 500) })
          })
        },
        onProbe({ probeId, host, port }, tunnel) {
          void work.probe({ host, port }).then((answer) => tunnel.send({ type: 'probe-answer', probeId, ...answer }))
        },
        onCheck(token, tunnel) {
          void answerCheck(token, relay, limits.connectTimeoutMs).then((answered) => {
            streamsChecked(answered)
            if (!answered.ok) tunnel.send({ type: 'link-failed', token, message: answered.refusal.slice(0, 500) })
          })
        },
      }),
    onOnline: (relay, address) =>
      become({ state: 'online', since: now(), relay: `${relay.host}:${relay.port}`, address }),
    onOffline(reason) {
      if (status.state !== 'not-enrolled') become({ state: 'offline', since: now(), reason })
    },
  })
  const wakeWatch = watchWake({
    everyMs: wakeLookMs,
    now,
    onWake(reason) {
      log.info({ reason }, 'looking whether the tunnel is alive')
      if (reason === 'left') tunnels.abandon()
      else tunnels.probe()
      work.networkChanged()
      if (reason === 'slept') void keeper.refresh()
    },
  })

  become(status)
  void keeper.refresh()
  tunnels.start()
  return {
    get status() {
      return status
    },
    async [Symbol.asyncDispose]() {
      wakeWatch[Symbol.dispose]()
      keeper[Symbol.dispose]()
      await tunnels[Symbol.asyncDispose]()
      work[Symbol.dispose]()
    },
  }
}
