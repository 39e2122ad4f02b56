// Opens a way for UDP: probes go out from both ends until one arrives, which shows the initiator where the other end is to
// be found; then it asks to use that way, and the acceptor, once ready, agrees. The first way that is agreed on is it.

import type { Place } from '@farport/transport'
import { encodeHello, readHello } from './hello.ts'
import type { Role } from './round-secrets.ts'
import type { UdpPort } from './udp-port.ts'

export interface UdpWay {
  readonly port: UdpPort
  readonly remote: Place
}

export interface PunchOptions {
  readonly role: Role
  readonly helloKey: Uint8Array
  /** Once: both ends know this way. The acceptor is told first, and agrees when this returns. */
  readonly onWay: (way: UdpWay) => void
}

/** Between two questions to use a way. */
const useMs = 40
/** A way that has not been agreed on by then goes one way only. */
const usesMax = 50
/** Ways that are asked at a time: who hears more has enough. */
const asksMax = 8

interface Ask {
  readonly way: UdpWay
  readonly timer: NodeJS.Timeout
}

export class Punch implements Disposable {
  readonly #options: PunchOptions
  readonly #hellos: Readonly<Record<'probe' | 'answer' | 'use' | 'using', Buffer>>
  readonly #asks = new Map<string, Ask>()
  #way: UdpWay | undefined

  constructor(options: PunchOptions) {
    const hello = (type: 'probe' | 'answer' | 'use' | 'using'): Buffer =>
      encodeHello(type, options.role, options.helloKey)
    this.#options = options
    this.#hellos = { probe: hello('probe'), answer: hello('answer'), use: hello('use'), using: hello('using') }
  }

  get isDone(): boolean {
    return this.#way !== undefined
  }

  probe(port: UdpPort, to: Place): void {
    port.send(this.#hellos.probe, to)
  }

  /** What is no hello of the other end is passed over. */
  onPacket(bytes: Buffer, from: Place, port: UdpPort): void {
    const { role, helloKey } = this.#options
    const way = { port, remote: from }
    const type = readHello(bytes, role === 'initiator' ? 'acceptor' : 'initiator', helloKey)
    if (type === 'use' && role === 'acceptor') return this.#agree(way)
    if (type === 'using' && role === 'initiator') return this.#settle(way)
    if (type === 'probe' && !this.isDone) port.send(this.#hellos.answer, from)
    if ((type === 'probe' || type === 'answer') && role === 'initiator') this.#ask(way)
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#asks.values()) clearInterval(timer)
    this.#asks.clear()
  }

  #ask(way: UdpWay): void {
    const key = keyOf(way)
    if (this.isDone || this.#asks.has(key) || this.#asks.size >= asksMax) return
    let uses = 0
    const askOnce = (): void => {
      uses += 1
      if (uses > usesMax) clearInterval(timer)
      else way.port.send(this.#hellos.use, way.remote)
    }
    const timer = setInterval(askOnce, useMs)
    this.#asks.set(key, { way, timer })
    askOnce()
  }

  /** Answers every question about the way that was chosen, for an answer may be lost. */
  #agree(way: UdpWay): void {
    this.#settle(way)
    if (this.#way !== undefined && keyOf(this.#way) === keyOf(way)) way.port.send(this.#hellos.using, way.remote)
  }

  #settle(way: UdpWay): void {
    if (this.isDone) return
    this.#way = way
    this[Symbol.dispose]()
    this.#options.onWay(way)
  }
}

const keyOf = ({ port, remote }: UdpWay): string => `${port.family} ${port.port} ${remote.host} ${remote.port}`
