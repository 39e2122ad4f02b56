// The channels to relays: one to each relay that a device is reached by, kept for as long as somebody needs it, because
// what is cut is told through them.

import type { Socket } from 'node:net'
import { accept, createBackoff, refuse, type Result } from '@farport/basics'
import { workPreamble, type RelayPlace } from '@farport/protocol'
import { connectTcp, tlsOverSocket, type Identity, type Link } from '@farport/transport'
import type { ConnectionId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { openRelayChannel, type ReachRefusal, type ReachToken, type RelayChannel } from './relay-channel.ts'

export interface RelayChannelsOptions {
  identity: Identity
  version: string
  timeoutMs: number
  random: () => number
  log: Logger
  /** Relays that connections are at now: a lost channel to one of them comes back. */
  needed: () => readonly RelayPlace[]
  onCut: (connectionId: ConnectionId) => void
}

export interface RelayedLink {
  readonly link: Link
  readonly relay: RelayPlace
}

/** At once; one more is refused. */
const channelsMax = 32

interface Channel {
  /** Questions that it is being asked. */
  uses: number
  /** It may be asked. */
  readonly greeting: Promise<Result<RelayChannel, ReachRefusal>>
  /** It was let in. */
  readonly greeted: Promise<Result<RelayChannel, ReachRefusal>>
  open: RelayChannel | undefined
}

export class RelayChannels implements Disposable {
  readonly #options: RelayChannelsOptions
  readonly #channels = new Map<string, Channel>()
  readonly #returning = new Map<string, NodeJS.Timeout>()
  #isDisposed = false

  constructor(options: RelayChannelsOptions) {
    this.#options = options
  }

  /** Whether this relay has let this end in. */
  isAt(relay: RelayPlace): boolean {
    return this.#channels.get(keyOf(relay))?.open?.isOpen ?? false
  }

  /** A fresh link to this agent by this relay, both keys proven. */
  async reach(relay: RelayPlace, ticket: string, agentKey: string): Promise<Result<RelayedLink, ReachRefusal>> {
    const { identity, timeoutMs } = this.#options
    const admitted = await this.#admitted(relay, ticket)
    if (!admitted.ok) return admitted
    const { given, socket } = admitted.value
    socket.write(Buffer.concat([workPreamble, Buffer.from(given.token, 'base64url')]))
    const link = await tlsOverSocket(socket, { role: 'client', identity, peerKey: agentKey, timeoutMs })
    if (link.ok) return accept({ link: link.value, relay })
    if (given.refusal !== undefined) return refuse(given.refusal)
    const { code, message } = link.refusal
    return refuse({ code: code === 'key' ? 'key' : 'agent', message: `no secure link to the device: ${message}` })
  }

  /** After a sleep, or a change of network. */
  probe(): void {
    for (const { open } of this.#channels.values()) open?.probe()
  }

  /** The address that they were opened from is gone: those that are needed come back from another. */
  abandon(): void {
    for (const { open } of this.#channels.values()) open?.abandon()
  }

  /** Lets go of channels that nobody needs. */
  tidy(): void {
    const needed = new Set(this.#options.needed().map(keyOf))
    for (const [key, { open, uses }] of this.#channels) {
      if (uses === 0 && !needed.has(key)) open?.[Symbol.dispose]()
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    for (const timer of this.#returning.values()) clearTimeout(timer)
    for (const { open } of this.#channels.values()) open?.[Symbol.dispose]()
  }

  /** A token of the relay, and a socket to it that has not said anything. */
  async #admitted(
    relay: RelayPlace,
    ticket: string,
  ): Promise<Result<{ given: ReachToken; socket: Socket }, ReachRefusal>> {
    const greeting = this.#channel(relay)
    const channel = this.#channels.get(keyOf(relay))
    if (channel !== undefined) channel.uses += 1
    const opened = await greeting
    const over = (): void => void (channel !== undefined && (channel.uses -= 1))
    if (!opened.ok) {
      over()
      return opened
    }
    const asking = opened.value.reach(ticket).finally(over)
    // While the relay is asked: on a long line either takes as long as a word there and back.
    const connecting = connectTcp(relay, this.#options.timeoutMs)
    const given = await asking
    if (!given.ok) {
      void connecting.then((socket) => socket.ok && socket.value.destroy())
      return given
    }
    const socket = await connecting
    if (!socket.ok) return refuse({ code: 'relay', message: socket.refusal.message })
    return accept({ given: given.value, socket: socket.value })
  }

  #channel(relay: RelayPlace): Promise<Result<RelayChannel, ReachRefusal>> {
    const key = keyOf(relay)
    const present = this.#channels.get(key)
    if (present !== undefined) return present.greeting
    if (this.#channels.size >= channelsMax || this.#isDisposed) {
      return Promise.resolve(refuse({ code: 'busy', message: 'there are too many relays' }))
    }
    const { identity, version, timeoutMs, onCut, log } = this.#options
    const greeting = openRelayChannel({
      relay,
      identity,
      version,
      timeoutMs,
      onCut,
      onEnd: ({ message, returnAfterMs }) => {
        log.info({ relay: relay.id, reason: message }, 'no longer at a relay')
        this.#channels.delete(key)
        this.#comeBack(relay, returnAfterMs)
      },
    })
    const greeted = greeting.then((opened) => (opened.ok ? opened.value.greeted : opened))
    const channel: Channel = { greeting, greeted, open: undefined, uses: 0 }
    this.#channels.set(key, channel)
    void greeted.then((opened) => {
      if (opened.ok) channel.open = opened.value
      else if (this.#channels.get(key) === channel) this.#channels.delete(key)
      if (opened.ok && this.#isDisposed) opened.value[Symbol.dispose]()
    })
    return greeting
  }

  /** Of each relay one return waits at a time. */
  #comeBack(relay: RelayPlace, returnAfterMs = 0): void {
    const key = keyOf(relay)
    if (this.#returning.has(key)) return
    const backoff = createBackoff({ delayMsFirst: 250, delayMsMax: 15_000, random: this.#options.random })
    const later = (waitMs: number): void => {
      this.#returning.set(
        key,
        setTimeout(() => void again(), waitMs),
      )
    }
    const again = async (): Promise<void> => {
      const isNeeded = this.#options.needed().some((each) => keyOf(each) === key)
      if (this.#isDisposed || !isNeeded) return void this.#returning.delete(key)
      await this.#channel(relay)
      const channel = await this.#channels.get(key)?.greeted
      if (channel?.ok || this.#isDisposed) this.#returning.delete(key)
      else later(backoff.next())
    }
    later(returnAfterMs + backoff.next())
  }
}

/** A relay that has moved, or has another key, is another. */
const keyOf = ({ id, host, port, publicKey }: RelayPlace): string => `${id} ${host} ${port} ${publicKey}`
