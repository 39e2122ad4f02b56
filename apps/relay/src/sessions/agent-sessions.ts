// The relay's own sessions: one to each agent that has, or had just now, streams from proxy ports. Made when the first
// stream asks for one, kept warm for a while, and taken elsewhere when a link is lost.

import { accept, refuse, type Result } from '@farport/basics'
import { sessionEndCode, type Session } from '@farport/session'
import { tlsOverSocket, type Link } from '@farport/transport'
import type { DeviceId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { Deadlines } from '../deadlines.ts'
import type { RelayIdentity } from '../identity.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'
import { AgentSession } from './agent-session.ts'
import type { WorkConnections } from './work-connections.ts'

export interface AgentSessionsOptions {
  identity: RelayIdentity
  workConnections: WorkConnections
  limits: {
    sessionOpenMs: number
    sessionIdleMs: number
    agentReturnMs: number
    sessionAbsenceMs: number
    moveRetryMsMax: number
  }
  log: Logger
  now: () => number
  random: () => number
  findTunnel: (deviceId: DeviceId) => Tunnel | undefined
  /** Whether a session to an agent that is here could be made. */
  onTried: (tunnel: Tunnel, wasMade: boolean) => void
}

export class AgentSessions implements Disposable {
  readonly #options: AgentSessionsOptions
  /** At most one per device that is, or was just, online. */
  readonly #ready = new Map<DeviceId, AgentSession>()
  readonly #opening = new Map<DeviceId, Promise<Result<Session, string>>>()
  /** Who waits for an agent that is just away, and how long yet. */
  readonly #returning = new Map<DeviceId, (tunnel: Tunnel | undefined) => void>()
  readonly #returnDeadlines: Deadlines<DeviceId>
  readonly #idleTimer: NodeJS.Timeout

  constructor(options: AgentSessionsOptions) {
    this.#options = options
    this.#returnDeadlines = new Deadlines({
      afterMs: options.limits.agentReturnMs,
      onDue: (deviceId) => this.#settleReturn(deviceId, undefined),
      now: options.now,
    })
    this.#idleTimer = setInterval(() => this.#closeIdle(), options.limits.sessionIdleMs / 4).unref()
  }

  get size(): number {
    return this.#ready.size
  }

  /** Streams would go through one that is there. */
  has(deviceId: DeviceId): boolean {
    const ready = this.#ready.get(deviceId)
    return ready !== undefined && ready.session.end === undefined && ready.session.carrierState === 'carrying'
  }

  /**
   * The session to this device's agent; refused with a sentence when there is none to be had in time, or when the agent
   * that is here is not the one with this key.
   */
  async open(deviceId: DeviceId, agentKey?: string): Promise<Result<Session, string>> {
    const opened = await this.#open(deviceId)
    const isOther = agentKey !== undefined && this.#ready.get(deviceId)?.key !== agentKey
    return opened.ok && isOther ? refuse('another agent is here in the place of its own') : opened
  }

  async #open(deviceId: DeviceId): Promise<Result<Session, string>> {
    const ready = this.#ready.get(deviceId)
    if (ready && ready.session.end === undefined) {
      ready.usedAtMs = this.#options.now()
      if (await ready.carried(this.#options.limits.agentReturnMs)) return accept(ready.session)
      if (ready.session.end === undefined) return refuse('the device does not answer')
    }
    const opening = this.#opening.get(deviceId) ?? this.#make(deviceId)
    this.#opening.set(deviceId, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(deviceId)
    }
  }

  /** A session of an earlier start of the agent is dead, whatever its socket says; one of this start may go on. */
  agentEntered(tunnel: Tunnel): void {
    const { deviceId, bootId } = tunnel.agent
    const ready = this.#ready.get(deviceId)
    if (ready && ready.bootId !== bootId) this.end(deviceId, 'the agent was started anew')
    else ready?.agentIsBack()
    this.#settleReturn(deviceId, tunnel)
  }

  agentLeft({ agent, wasSilent }: Tunnel): void {
    const ready = this.#ready.get(agent.deviceId)
    if (ready && ready.bootId === agent.bootId) ready.hasAgentLeft = !wasSilent
  }

  /** One that closed everything and has not come back was stopped. One that fell silent may sleep: its streams wait. */
  agentIsOffline(deviceId: DeviceId): void {
    const ready = this.#ready.get(deviceId)
    if (ready?.isLost && ready.hasAgentLeft) this.end(deviceId, 'the device is offline')
  }

  end(deviceId: DeviceId, message: string): void {
    this.#ready.get(deviceId)?.session.close(sessionEndCode.done, message)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#idleTimer)
    this.#returnDeadlines[Symbol.dispose]()
    for (const deviceId of this.#returning.keys()) this.#settleReturn(deviceId, undefined)
    for (const { session } of this.#ready.values()) session.close(sessionEndCode.leaving, 'the relay is going')
  }

  async #make(deviceId: DeviceId): Promise<Result<Session, string>> {
    const tunnel = this.#options.findTunnel(deviceId) ?? (await this.#awaitReturn(deviceId))
    if (tunnel === undefined) return refuse('the device is offline')
    const link = await this.#dial(tunnel)
    return link.ok ? accept(this.#begin(tunnel, link.value)) : link
  }

  #begin({ agent: { deviceId, bootId, key } }: Tunnel, first: Link): Session {
    const { limits, log, now, random } = this.#options
    const made = new AgentSession({
      first,
      bootId,
      key,
      limits,
      log: log.child({ deviceId }),
      now,
      random,
      dial: () => this.#dialAgain(deviceId, bootId, key),
      onEnd: () => {
        if (this.#ready.get(deviceId) === made) this.#ready.delete(deviceId)
      },
    })
    this.#ready.set(deviceId, made)
    return made.session
  }

  async #dialAgain(deviceId: DeviceId, bootId: string, key: string): Promise<Result<Link, string>> {
    const tunnel = this.#options.findTunnel(deviceId)
    const isSame = tunnel?.agent.bootId === bootId && tunnel.agent.key === key
    return tunnel && isSame ? this.#dial(tunnel) : refuse('its agent is not here')
  }

  /** A link to the agent, which has proven its key. */
  async #dial(tunnel: Tunnel): Promise<Result<Link, string>> {
    const { workConnections, onTried } = this.#options
    const link = await this.#secureLink(tunnel)
    if (link.ok || !workConnections.isFull) onTried(tunnel, link.ok)
    return link
  }

  async #secureLink(tunnel: Tunnel): Promise<Result<Link, string>> {
    const { identity, workConnections, limits, now } = this.#options
    const startedAtMs = now()
    const socket = await workConnections.expect(tunnel.agent.deviceId, (token) =>
      tunnel.send({ type: 'link', token, initiatorKey: identity.publicKey }),
    )
    if (!socket.ok) return socket
    const timeoutMs = Math.max(1, limits.sessionOpenMs - (now() - startedAtMs))
    const link = await tlsOverSocket(socket.value, { role: 'client', identity, peerKey: tunnel.agent.key, timeoutMs })
    return link.ok ? link : refuse(`no secure link to the agent: ${link.refusal.message}`)
  }

  #awaitReturn(deviceId: DeviceId): Promise<Tunnel | undefined> {
    const { promise, resolve } = Promise.withResolvers<Tunnel | undefined>()
    this.#returning.set(deviceId, resolve)
    this.#returnDeadlines.start(deviceId)
    return promise
  }

  #settleReturn(deviceId: DeviceId, tunnel: Tunnel | undefined): void {
    this.#returning.get(deviceId)?.(tunnel)
    this.#returning.delete(deviceId)
    this.#returnDeadlines.stop(deviceId)
  }

  #closeIdle(): void {
    const now = this.#options.now()
    for (const ready of this.#ready.values()) {
      if (ready.session.streams > 0) ready.usedAtMs = now
      else if (now - ready.usedAtMs >= this.#options.limits.sessionIdleMs) ready.session.close()
    }
  }
}
