// The ways by TCP of one round: to where the other end listens, to here, and both at once through two NATs.

import type { Socket } from 'node:net'
import { candidatesMax, ipFromBytes, ipToBytes, type Candidate } from '@farport/protocol'
import {
  listenForSockets,
  tlsOverSocket,
  type Identity,
  type Link,
  type Listener,
  type Place,
} from '@farport/transport'
import { greetOverTcp, type TcpKind } from './greet-over-tcp.ts'
import type { HostAddress } from './host-addresses.ts'
import { isNearby } from './own-address.ts'
import type { Role } from './round-secrets.ts'
import { dialAgainAndAgain, pause } from './tcp-dial.ts'
import { isOfFamily, type IpFamily } from './udp-port.ts'

export interface TcpWaysOptions {
  readonly role: Role
  readonly identity: Identity
  readonly peerKey: string
  readonly own: readonly HostAddress[]
  readonly wants: ReadonlySet<TcpKind>
  readonly signal: AbortSignal
  readonly onLink: (link: Link, kind: TcpKind) => void
}

/** A listener that answers does so within this; a silent one may have lost the first packet. */
const listenTryMs = 2000
const listenPauseMs = 400
/** Both ends have to be at it at the same time: a try outlasts the way between them. */
const meetTryMs = 400
/** Longer than the pause between two tries of the other end. */
const meetListenMs = 250
/** Places of one round: the other end may learn of some later, but not of ever more. */
const dialledMax = 2 * candidatesMax
/** Strangers at the door, at a time. */
const greetingsMax = 32

export class TcpWays implements AsyncDisposable {
  readonly #options: TcpWaysOptions
  #listener: Listener | undefined
  readonly #dialled = new Set<string>()
  readonly #waiting: Socket[] = []
  #greetings = 0
  #helloKey: Uint8Array | undefined
  /** Kinds that a connection has been taken for. */
  readonly #taken = new Set<TcpKind>()

  constructor(options: TcpWaysOptions) {
    this.#options = options
  }

  /** The port to connect to; undefined when there can be none. */
  async listen(): Promise<number | undefined> {
    for (const host of ['::', '0.0.0.0']) {
      try {
        this.#listener = await listenForSockets({ host, port: 0 }, (socket) => this.#onArrival(socket))
        return this.#listener.place.port
      } catch {
        // This machine has no such addresses: the other family may do.
      }
    }
    return undefined
  }

  /** From now on the other end can be told from strangers. */
  begin(helloKey: Uint8Array): void {
    this.#helloKey = helloKey
    for (const socket of this.#waiting.splice(0)) void this.#greet(socket)
  }

  /** Connects to what is not yet being connected to. `meetPorts`: where to come from when both connect at once. */
  dial(candidates: readonly Candidate[], meetPorts: ReadonlyMap<IpFamily, number>): void {
    for (const { use, host, port } of candidates) {
      const meetPort = meetPorts.get(isOfFamily(host, 6) ? 6 : 4)
      const key = `${use} ${host} ${port}`
      if (this.#dialled.size >= dialledMax) return
      const isReachable = use === 'listen' || (use === 'meet' && meetPort !== undefined)
      if (!isReachable || this.#dialled.has(key) || !this.#isWanted(host)) continue
      this.#dialled.add(key)
      if (use === 'listen') this.#dialListener({ host, port })
      else if (meetPort !== undefined) this.#dialMeeting({ host, port }, meetPort)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#waiting.splice(0)) socket.destroy()
    await this.#listener?.[Symbol.asyncDispose]()
  }

  #dialListener(to: Place): void {
    const { signal } = this.#options
    const onSocket = (socket: Socket): void => void this.#greet(socket)
    void dialAgainAndAgain({ to, tryMs: listenTryMs, pauseMs: () => listenPauseMs, signal, onSocket })
  }

  /**
   * Both ends connect to each other at once. Where both networks let strangers in, each would refuse the other's try
   * between two of its own, so that they would hardly ever meet: then the acceptor listens for a while in between.
   */
  #dialMeeting(to: Place, localPort: number): void {
    const { signal, role } = this.#options
    void dialAgainAndAgain({
      to,
      localPort,
      tryMs: meetTryMs,
      pauseMs: () => 50 + Math.random() * 100,
      signal,
      onSocket: (socket) => void this.#greet(socket),
      ...(role === 'acceptor' && { onRefused: () => this.#listenForAWhile({ ...to, port: localPort }) }),
    })
  }

  async #listenForAWhile({ host, port }: Place): Promise<void> {
    const own = { host: isOfFamily(host, 6) ? '::' : '0.0.0.0', port }
    try {
      await using _listener = await listenForSockets(own, (socket) => this.#onArrival(socket))
      await pause(meetListenMs, this.#options.signal)
    } catch {
      // The port is taken for a moment by a try of ours that is just being closed.
    }
  }

  #onArrival(socket: Socket): void {
    socket.on('error', () => undefined) // its close tells
    if (this.#options.signal.aborted || this.#greetings + this.#waiting.length >= greetingsMax) socket.destroy()
    else if (this.#helloKey === undefined) this.#waiting.push(socket)
    else void this.#greet(socket)
  }

  async #greet(socket: Socket): Promise<void> {
    const { role, signal, identity, peerKey, onLink } = this.#options
    if (this.#helloKey === undefined) return void socket.destroy()
    this.#greetings += 1
    const choose = (): TcpKind | undefined => this.#take(socket)
    const kind = await greetOverTcp(socket, { role, helloKey: this.#helloKey, signal, choose })
    this.#greetings -= 1
    if (kind === undefined) return
    const tlsRole = role === 'initiator' ? 'client' : 'server'
    const link = await tlsOverSocket(socket, { role: tlsRole, identity, peerKey, timeoutMs: 3000 })
    if (!link.ok) return void this.#taken.delete(kind)
    onLink(link.value, kind)
  }

  #isWanted(host: string): boolean {
    const { own, wants } = this.#options
    return wants.has(isNearby(host, own) ? 'lan' : 'tcp')
  }

  /** A connection within one network serves for what others would serve for. */
  #take(socket: Socket): TcpKind | undefined {
    const host = ipFromBytes(ipToBytes(socket.remoteAddress ?? '') ?? new Uint8Array()) ?? ''
    const kind = isNearby(host, this.#options.own) ? 'lan' : 'tcp'
    if (!this.#options.wants.has(kind) || this.#taken.has(kind) || this.#taken.has('lan')) return undefined
    this.#taken.add(kind)
    return kind
  }
}
