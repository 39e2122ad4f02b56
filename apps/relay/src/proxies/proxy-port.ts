// One open port: who may come in, what it has carried, and its end. Each socket becomes one stream to the device.

import type { Server, Socket } from 'node:net'
import type { Result } from '@farport/basics'
import type { ProxyClaims, ProxyEnd, Usage } from '@farport/protocol'
import { bridge, streamCode, type Bridge, type Grant, type Session, type StreamRefusal } from '@farport/session'
import { plainAddress, type AddressGate } from './address-rule.ts'
import { changeLife, endReached, endsAt, streamsOf, type ProxyLife } from './proxy-life.ts'

export interface ProxyPortOptions {
  claims: ProxyClaims
  ticket: string
  gate: AddressGate
  /** Listening. It belongs to the proxy from now on. */
  server: Server
  port: number
  streamsMax: number
  openSession: () => Promise<Result<Session, string>>
  now: () => number
  onRefused: (reason: 'address' | 'limit' | 'device' | 'target') => void
  /** Once. */
  onClosed: (end: ProxyEnd, usage: Usage) => void
}

/** No timer of Node is longer; the end is looked for again after it. */
const timerMsMax = 3_600_000

const cutBy: Record<ProxyEnd, StreamRefusal> = {
  disconnected: { code: streamCode.revoked, message: 'the connection was ended' },
  idle: { code: streamCode.revoked, message: 'the connection was idle' },
  expired: { code: streamCode.revoked, message: 'the connection has expired' },
  refused: { code: streamCode.ticketRefused, message: 'the device does not serve this' },
  failed: { code: streamCode.broken, message: 'the relay could not go on' },
}

export class ProxyPort {
  readonly claims: ProxyClaims
  readonly port: number
  /** What the server was told last, to tell it only changes. */
  reported: string | undefined
  readonly #options: ProxyPortOptions
  readonly #sockets = new Set<Socket>()
  readonly #bridges = new Set<Bridge>()
  readonly #grants = new Map<Session, Grant>()
  #life: ProxyLife
  #timer: NodeJS.Timeout | undefined
  #timerDueAtMs = 0
  #isClosed = false
  #txBytesPast = 0
  #rxBytesPast = 0
  #source: string | undefined

  constructor(options: ProxyPortOptions) {
    this.#options = options
    this.claims = options.claims
    this.port = options.port
    this.#life = { state: 'idle', sinceMs: options.now() }
    options.server.on('connection', (socket: Socket) => this.#meet(socket))
    this.#arm()
  }

  get streams(): number {
    return streamsOf(this.#life)
  }

  usage(): Usage {
    let txBytes = this.#txBytesPast
    let rxBytes = this.#rxBytesPast
    for (const live of this.#bridges) {
      txBytes += live.sentBytes
      rxBytes += live.receivedBytes
    }
    const { connectionId, accountId } = this.claims
    const source = this.#source !== undefined && { source: this.#source }
    return { connectionId, accountId, txBytes, rxBytes, streams: this.#isClosed ? 0 : this.streams, ...source }
  }

  /** Ends the listening and cuts every stream, at once. */
  close(end: ProxyEnd): void {
    if (this.#isClosed) return
    this.#cut(cutBy[end])
    this.#options.onClosed(end, this.usage())
  }

  /** As close, but it is no end: the relay goes, and the proxy is opened again elsewhere or later. */
  abandon(): void {
    if (!this.#isClosed) this.#cut(cutBy.failed)
  }

  #cut(refusal: StreamRefusal): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#options.server.close()
    for (const live of this.#bridges) live.cut(refusal)
    for (const socket of this.#sockets) socket.resetAndDestroy()
    for (const grant of this.#grants.values()) grant.revoke()
  }

  #meet(socket: Socket): void {
    // A reset by the client is an ordinary end: `close` follows.
    socket.on('error', () => socket.destroy())
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === '' || !this.#options.gate.admits(address)) return this.#turnAway(socket, 'address')
    if (this.#sockets.size >= this.#options.streamsMax) return this.#turnAway(socket, 'limit')
    this.#source = address
    this.#sockets.add(socket)
    this.#life = changeLife(this.#life, { fact: 'stream-opened' })
    void this.#carry(socket, `${address.includes(':') ? `[${address}]` : address}:${socket.remotePort ?? 0}`).finally(
      () => {
        this.#sockets.delete(socket)
        this.#life = changeLife(this.#life, { fact: 'stream-closed', atMs: this.#options.now() })
        this.#arm()
      },
    )
  }

  /** Resolves when the socket is over. */
  async #carry(socket: Socket, source: string): Promise<void> {
    // A warm session may turn out to be broken: then a new one is made, once.
    for (const attempt of ['warm', 'anew'] as const) {
      const session = await this.#options.openSession()
      if (!session.ok) return this.#turnAway(socket, 'device')
      if (this.#isClosed) return
      const stream = await this.#grantOf(session.value).open(source)
      if (stream.ok) {
        if (this.#isClosed || socket.destroyed) return stream.value.reset(cutBy.disconnected)
        return this.#splice(bridge(socket, stream.value))
      }
      if (stream.refusal.code === streamCode.ticketRefused) return this.close('refused')
      if (stream.refusal.code !== streamCode.sessionEnded || attempt === 'anew') return this.#turnAway(socket, 'target')
    }
  }

  async #splice(live: Bridge): Promise<void> {
    this.#bridges.add(live)
    await live.closed
    this.#bridges.delete(live)
    this.#txBytesPast += live.sentBytes
    this.#rxBytesPast += live.receivedBytes
  }

  #grantOf(session: Session): Grant {
    const known = this.#grants.get(session)
    if (known) return known
    for (const former of this.#grants.keys()) if (former.end !== undefined) this.#grants.delete(former)
    const grant = session.grant(this.#options.ticket)
    this.#grants.set(session, grant)
    return grant
  }

  #turnAway(socket: Socket, reason: 'address' | 'limit' | 'device' | 'target'): void {
    socket.resetAndDestroy()
    this.#options.onRefused(reason)
  }

  /** A timer that is due no later than the end looks again by itself, so that streams that come and go cost none. */
  #arm(): void {
    if (this.#isClosed) return
    const dueAtMs = Math.min(endsAt(this.#life, this.claims), this.#options.now() + timerMsMax)
    if (this.#timer !== undefined && this.#timerDueAtMs <= dueAtMs) return
    clearTimeout(this.#timer)
    this.#timerDueAtMs = dueAtMs
    this.#timer = setTimeout(() => this.#look(), Math.max(0, dueAtMs - this.#options.now())).unref()
  }

  #look(): void {
    this.#timer = undefined
    const end = endReached(this.#life, this.claims, this.#options.now())
    if (end) this.close(end)
    else this.#arm()
  }
}
