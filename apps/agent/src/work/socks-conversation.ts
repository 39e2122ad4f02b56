// A stream of a SOCKS service: the agent is the SOCKS5 server. It reads where the client wants to go, judges the address
// that comes of it, connects, and carries the rest.

import type { Socket } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import {
  encodeSocksMethod,
  encodeSocksReply,
  readSocksGreeting,
  readSocksRequest,
  socks4Rejection,
  socksReply,
  type ServiceOrder,
  type SocksRefusal,
  type SocksReply,
  type SocksRequest,
} from '@farport/protocol'
import { bridge, streamCode, type Bridge, type SessionStream, type StreamRefusal } from '@farport/session'
import { connectTcp } from '@farport/transport'
import type { Carried } from './carried.ts'
import { Preamble } from './preamble.ts'
import type { Reach } from './reach.ts'
import { SocksDatagrams, type SocksDatagramsOptions } from './socks-datagrams.ts'
import { socksReplyTo } from './target-rules.ts'

export interface SocksOptions extends SocksDatagramsOptions {
  readonly service: ServiceOrder
  readonly reach: Reach
  readonly limits: SocksLimits & SocksDatagramsOptions['limits']
}

export interface SocksLimits {
  /** From the first byte to a request. */
  readonly socksHandshakeMs: number
  readonly connectTimeoutMs: number
  /** A name may have many addresses: these many are tried. */
  readonly socksAddressesMax: number
  /** A client that was refused may take so long to hear why. */
  readonly socksLingerMs: number
}

const tooSlow: StreamRefusal = { code: streamCode.broken, message: 'nothing was asked of the SOCKS server in time' }
const noWords = new Uint8Array()

export class SocksConversation implements Carried {
  readonly #options: SocksOptions
  readonly #stream: SessionStream
  readonly #preamble: Preamble
  readonly #closing = Promise.withResolvers<void>()
  #bridge: Bridge | undefined
  #datagrams: SocksDatagrams | undefined

  /** The stream has not been started, and belongs to the conversation from now on. */
  constructor(stream: SessionStream, options: SocksOptions) {
    this.#options = options
    this.#stream = stream
    this.#preamble = new Preamble(stream)
    void this.#run()
  }

  get closed(): Promise<void> {
    return this.#closing.promise
  }

  cut(refusal: StreamRefusal): void {
    if (this.#bridge === undefined) this.#stream.reset(refusal)
    else this.#bridge.cut(refusal)
  }

  async #run(): Promise<void> {
    const timer = setTimeout(() => this.cut(tooSlow), this.#options.limits.socksHandshakeMs)
    const request = await this.#asked()
    clearTimeout(timer)
    if (request !== undefined) await this.#answer(request)
    await this.#stream.closed
    await this.#bridge?.closed
    await this.#datagrams?.closed
    this.#closing.resolve()
  }

  /** Undefined when it has been told why not, or is over. */
  async #asked(): Promise<SocksRequest | undefined> {
    const greeting = await this.#preamble.read(readSocksGreeting)
    if (greeting.state === 'over') return this.#finish(noWords)
    if (greeting.state === 'refused') return this.#finish(wordsFor[greeting.refusal])
    this.#stream.write(encodeSocksMethod(true))
    const request = await this.#preamble.read(readSocksRequest)
    if (request.state === 'over') return this.#finish(noWords)
    return request.state === 'refused' ? this.#finish(wordsFor[request.refusal]) : request.value
  }

  async #answer(request: SocksRequest): Promise<void> {
    if (request.command === 'udp-beside-stream') {
      this.#stream.write(encodeSocksReply(socksReply.succeeded))
      this.#datagrams = new SocksDatagrams(this.#preamble.rest(), this.#options)
      return
    }
    const connected = await this.#connect(request)
    if (!connected.ok) return this.#finish(encodeSocksReply(connected.refusal))
    this.#stream.write(encodeSocksReply(socksReply.succeeded))
    this.#bridge = bridge(connected.value, this.#preamble.rest())
  }

  /** Only to what may be reached. Whoever asks for datagrams needs a port at their end; calls back would need one here. */
  async #connect({ command, host, port }: SocksRequest): Promise<Result<Socket, SocksReply>> {
    if (command !== 'connect') return refuse(socksReply.commandNotSupported)
    const { service, reach, limits } = this.#options
    const places = await reach.addressesOf(service, { host, port })
    if (!places.ok) return places
    let reply: SocksReply = socksReply.hostUnreachable
    const endsAtMs = performance.now() + limits.connectTimeoutMs
    for (const [tried, address] of places.value.slice(0, limits.socksAddressesMax).entries()) {
      const leftMs = endsAtMs - performance.now()
      if (leftMs <= 0) return refuse(socksReply.timedOut)
      // The last one gets all the time that is left, the others half of it.
      const isLast = tried + 1 === Math.min(places.value.length, limits.socksAddressesMax)
      const socket = await connectTcp({ host: address, port }, isLast ? leftMs : leftMs / 2)
      if (socket.ok) return accept(socket.value)
      reply = socksReplyTo(socket.refusal)
    }
    return refuse(reply)
  }

  #finish(lastWords: Uint8Array): undefined {
    this.#preamble.finish(lastWords, { lingerMs: this.#options.limits.socksLingerMs })
  }
}

const wordsFor: Record<SocksRefusal, Uint8Array> = {
  socks4: socks4Rejection,
  'not-socks': noWords,
  method: encodeSocksMethod(false),
  malformed: encodeSocksReply(socksReply.failed),
  'address-type': encodeSocksReply(socksReply.addressTypeNotSupported),
}
