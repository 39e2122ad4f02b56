// The port of a link that is no web page: TCP or UDP, as at a proxy's port, each client one stream to the device.

import { accept, refuse, type Result } from '@farport/basics'
import { streamCode, type SessionStream, type StreamRefusal } from '@farport/session'
import type { Front, FrontHost, TurnedAway } from '../proxies/front.ts'
import { listenOnOne } from '../proxies/listen-on-one.ts'
import { TcpFront } from '../proxies/tcp-front.ts'
import { UdpFront, type UdpFrontOptions } from '../proxies/udp-front.ts'
import { AddressSockets } from '../udp/address-sockets.ts'
import { countDatagrams } from './count-datagrams.ts'
import type { Link } from './link.ts'
import type { Visit } from './link-visits.ts'

export interface PortLinkOptions {
  link: Link
  bindHost: string | undefined
  limits: UdpFrontOptions['limits'] & {
    /** Clients at once. One more is turned away. */
    linkStreamsMax: number
  }
  now: () => number
  onRefused: (reason: TurnedAway) => void
}

const over: StreamRefusal = { code: streamCode.revoked, message: 'the link was ended' }
const turnedAwayBy = { offline: 'device', unreachable: 'target', busy: 'limit' } as const

/** How often what live streams have carried is added up. */
const countMs = 2000

export class PortLink implements FrontHost, Disposable {
  readonly #options: PortLinkOptions
  readonly #front: Front
  readonly #counting = new Map<SessionStream, () => void>()
  readonly #timer: NodeJS.Timeout
  #isOver = false

  private constructor(options: PortLinkOptions, createFront: (host: FrontHost) => Front) {
    this.#options = options
    this.#front = createFront(this)
    this.#timer = setInterval(() => this.#countAll(), countMs).unref()
  }

  /** Undefined when the port is taken by another program of this machine. */
  static async open(
    kind: { type: 'tcp' | 'udp'; port: number },
    options: PortLinkOptions,
  ): Promise<PortLink | undefined> {
    const { bindHost, limits, now } = options
    if (kind.type === 'udp') {
      const sockets = await AddressSockets.openOnOne([kind.port], bindHost)
      return sockets && new PortLink(options, (host) => new UdpFront({ sockets, limits, now }, host))
    }
    const listening = await listenOnOne([kind.port], bindHost)
    return listening && new PortLink(options, (host) => new TcpFront(listening.server, host))
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearInterval(this.#timer)
    this.#front.cut(over)
    this.#countAll()
  }

  admit(address: string, clients: number): Result<true, TurnedAway> {
    const { link, limits } = this.#options
    if (address === '' || !link.admits(address)) return refuse('address')
    return clients >= limits.linkStreamsMax ? refuse('limit') : accept(true)
  }

  async openStream(source: string): Promise<Result<SessionStream, TurnedAway> | undefined> {
    const { link } = this.#options
    const opened = await link.openStream(source)
    if (this.#isOver) {
      if (opened.ok) opened.value.reset(over)
      return undefined
    }
    if (!opened.ok) return refuse(turnedAwayBy[opened.refusal])
    return accept(this.#watch(opened.value, link.visits.of(addressOf(source))))
  }

  // What a stream has carried is counted for its visit, and a visit is told by its streams.
  streamOpened(): void {}
  streamClosed(): void {}

  onRefused(reason: TurnedAway): void {
    this.#options.onRefused(reason)
  }

  #watch(stream: SessionStream, visit: Visit): SessionStream {
    visit.opened()
    let [tx, rx] = [0, 0]
    this.#counting.set(stream, () => {
      visit.count(stream.sentBytes - tx, stream.receivedBytes - rx)
      tx = stream.sentBytes
      rx = stream.receivedBytes
    })
    void stream.closed.then(() => {
      this.#counting.get(stream)?.()
      this.#counting.delete(stream)
      visit.closed(this.#options.now())
    })
    return this.#options.link.claims.kind.type === 'udp' ? countDatagrams(stream, visit.count) : stream
  }

  #countAll(): void {
    for (const count of this.#counting.values()) count()
  }
}

/** Of `sourceText`. */
function addressOf(source: string): string {
  return source.slice(0, source.lastIndexOf(':')).replace(/^\[|\]$/g, '')
}
