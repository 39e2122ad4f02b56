// The relay's sessions to agents: made when the first stream needs one, shared by all streams, kept warm for a while.

import { accept, refuse, type Result } from '@farport/basics'
import { sessionEndCode, startSession, type Session } from '@farport/session'
import { tlsOverSocket } from '@farport/transport'
import type { DeviceId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { Deadlines } from '../deadlines.ts'
import type { RelayIdentity } from '../identity.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'
import type { WorkConnections } from './work-connections.ts'

export interface AgentSessionsOptions {
  identity: RelayIdentity
  workConnections: WorkConnections
  limits: { sessionOpenMs: number; sessionIdleMs: number; agentReturnMs: number }
  log: Logger
  now: () => number
  findTunnel: (deviceId: DeviceId) => Tunnel | undefined
  /** Whether a session to an agent that is here could be made. */
  onTried: (tunnel: Tunnel, wasMade: boolean) => void
}

interface Ready {
  readonly session: Session
  readonly bootId: string
  /** The agent's. */
  readonly key: string
  usedAtMs: number
}

export class AgentSessions implements Disposable {
  readonly #options: AgentSessionsOptions
  /** At most one per device that is, or was just, online. */
  readonly #ready = new Map<DeviceId, Ready>()
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

  has(deviceId: DeviceId): boolean {
    const ready = this.#ready.get(deviceId)
    return ready !== undefined && ready.session.end === undefined
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
      return accept(ready.session)
    }
    const opening = this.#opening.get(deviceId) ?? this.#make(deviceId)
    this.#opening.set(deviceId, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(deviceId)
    }
  }

  /** A session of an earlier start of the agent is dead, whatever its socket says. */
  agentEntered(tunnel: Tunnel): void {
    const { deviceId, bootId } = tunnel.agent
    const ready = this.#ready.get(deviceId)
    if (ready && ready.bootId !== bootId) this.end(deviceId, 'the agent was started anew')
    this.#settleReturn(deviceId, tunnel)
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
    const made = await this.#dial(tunnel)
    const { workConnections, onTried } = this.#options
    if (made.ok || !workConnections.isFull) onTried(tunnel, made.ok)
    return made
  }

  async #dial(tunnel: Tunnel): Promise<Result<Session, string>> {
    const { deviceId } = tunnel.agent
    const { identity, workConnections, limits, log } = this.#options
    const startedAtMs = this.#options.now()
    const socket = await workConnections.expect(deviceId, (token) =>
      tunnel.send({ type: 'link', token, initiatorKey: identity.publicKey }),
    )
    if (!socket.ok) return socket
    const timeoutMs = Math.max(1, limits.sessionOpenMs - (this.#options.now() - startedAtMs))
    const link = await tlsOverSocket(socket.value, { role: 'client', identity, peerKey: tunnel.agent.key, timeoutMs })
    if (!link.ok) return refuse(`no secure link to the agent: ${link.refusal.message}`)
    const session = startSession({
      link: link.value,
      role: 'initiator',
      now: this.#options.now,
      onEnd: (end) => {
        log.debug({ deviceId, ...end }, 'session ended')
        if (this.#ready.get(deviceId)?.session === session) this.#ready.delete(deviceId)
      },
    })
    const { bootId, key } = tunnel.agent
    this.#ready.set(deviceId, { session, bootId, key, usedAtMs: this.#options.now() })
    return accept(session)
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
