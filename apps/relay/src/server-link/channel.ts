// One channel to the server, from the WebSocket to its end: greeted, joined with the installation's secret, and watched.

import { createHmac } from 'node:crypto'
import type { Secret } from '@farport/basics'
import {
  joinText,
  protocolVersion,
  relayMessageBytesMax,
  relayPath,
  serverToRelay,
  signText,
  type RelayToServer,
  type ServerToRelay,
} from '@farport/protocol'
import type { Logger } from 'pino'
import { WebSocket } from 'ws'
import type { RelayIdentity } from '../identity.ts'
import { parseMessage } from '@farport/program'

export type Joined = Extract<ServerToRelay, { type: 'joined' }>
export type Order = Exclude<ServerToRelay, { type: 'hello' | 'joined' | 'refused' }>

/** How others reach this relay. */
export interface ChannelPlace {
  readonly host: string
  readonly port: number
  readonly stunPorts?: [number, number]
}

export interface ChannelOptions {
  serverUrl: URL
  joinSecret: Secret
  identity: RelayIdentity
  place: ChannelPlace
  version: string
  log: Logger
  silenceMs: number
  heartbeatMs: number
  onGreeted: (serverTime: number) => void
  onJoined: (joined: Joined) => void
  onOrder: (order: Order) => void
  /** All that was sent before this ping has arrived. */
  onDelivered: (ping: number) => void
  onLost: () => void
  /** Each heartbeat carries this. */
  load: () => { agents: number; proxies: number; streams: number }
}

/** More than this waiting means that the server does not read: the channel is made anew, and a snapshot follows. */
const queuedBytesMax = 32 * 1024 * 1024

export interface ChannelEvents {
  onJoined: () => void
  onClosed: () => void
}

export class Channel {
  readonly #options: ChannelOptions
  readonly #events: ChannelEvents
  readonly #socket: WebSocket
  readonly #closed = Promise.withResolvers<void>()
  #state: 'greeting' | 'joining' | 'joined' | 'closed' = 'greeting'
  #beat: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined
  nextPing = 1

  constructor(options: ChannelOptions, events: ChannelEvents) {
    this.#options = options
    this.#events = events
    const url = new URL(relayPath, options.serverUrl)
    url.protocol = options.serverUrl.protocol === 'https:' ? 'wss:' : 'ws:'
    this.#socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: relayMessageBytesMax,
      handshakeTimeout: options.silenceMs,
    })
    this.#socket.on('message', (data, isBinary) => {
      this.#heard()
      const message = parseMessage(serverToRelay, data, isBinary)
      if (message.ok) this.#take(message.value)
      else this.#fail(`the server sent what cannot be read: ${message.refusal}`)
    })
    this.#socket.on('pong', (data) => {
      this.#heard()
      if (data.length === 4) options.onDelivered(data.readUInt32BE())
    })
    this.#socket.on('error', (error) => options.log.debug({ error: error.message }, 'server channel'))
    this.#socket.on('close', () => this.#close())
    this.#heard()
  }

  get isJoined(): boolean {
    return this.#state === 'joined'
  }

  send(message: RelayToServer): boolean {
    if (this.#state !== 'joined' || this.#socket.readyState !== WebSocket.OPEN) return false
    if (this.#socket.bufferedAmount > queuedBytesMax) {
      this.#fail('the server does not read')
      return false
    }
    this.#socket.send(JSON.stringify(message))
    return true
  }

  close(): Promise<void> {
    this.#socket.close(1001)
    return this.#closed.promise
  }

  #take(message: ServerToRelay): void {
    switch (message.type) {
      case 'hello':
        if (this.#state !== 'greeting') return this.#fail('the server greeted twice')
        this.#state = 'joining'
        this.#options.onGreeted(message.serverTime)
        return this.#join(message.nonce)
      case 'joined':
        if (this.#state !== 'joining') return this.#fail('the server answered what was not asked')
        this.#state = 'joined'
        this.#beat = setInterval(() => this.#heartbeat(), this.#options.heartbeatMs)
        this.#events.onJoined()
        this.#options.log.info({ server: this.#options.serverUrl.host }, 'joined the server')
        this.#options.onJoined(message)
        return this.#heartbeat()
      case 'refused':
        return this.#fail(`the server refuses this relay: ${message.message}`, 'error')
      case 'open-proxy':
      case 'close-proxy':
      case 'serve-link':
      case 'link-state':
      case 'links-told':
      case 'cut-connection':
      case 'probe-target':
      case 'nudge-agent':
      case 'drop-agent':
        if (this.#state !== 'joined') return this.#fail('the server gave an order before it let this relay join')
        return this.#options.onOrder(message)
    }
  }

  #join(nonce: string): void {
    const { identity, place, joinSecret, version } = this.#options
    const text = joinText({ nonce, relayId: identity.id, publicKey: identity.publicKey, ...place })
    const join: RelayToServer = {
      type: 'join',
      protocol: protocolVersion,
      relayId: identity.id,
      publicKey: identity.publicKey,
      ...place,
      version,
      signature: signText(identity.privateKey, text),
      proof: createHmac('sha256', joinSecret.reveal()).update(text).digest('base64url'),
    }
    this.#socket.send(JSON.stringify(join))
  }

  #heartbeat(): void {
    this.send({ type: 'heartbeat', ...this.#options.load() })
    if (this.#socket.readyState !== WebSocket.OPEN) return
    const number = Buffer.alloc(4)
    number.writeUInt32BE(this.nextPing)
    this.nextPing += 1
    this.#socket.ping(number)
  }

  /** Something came, so it lives. Nothing for a while, and the channel is made anew. */
  #heard(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#fail('the server is silent'), this.#options.silenceMs)
  }

  #fail(reason: string, level: 'warn' | 'error' = 'warn'): void {
    this.#options.log[level](reason)
    this.#socket.terminate()
  }

  #close(): void {
    if (this.#state === 'closed') return
    const wasJoined = this.#state === 'joined'
    this.#state = 'closed'
    clearInterval(this.#beat)
    clearTimeout(this.#silence)
    if (wasJoined) this.#options.log.warn('the server is away: all that lives goes on')
    if (wasJoined) this.#options.onLost()
    this.#closed.resolve()
    this.#events.onClosed()
  }
}
