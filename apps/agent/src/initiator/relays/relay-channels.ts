// The channels to relays: one to each relay that a device is reached by, kept for as long as somebody needs it, because
// what is cut is told through them.

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
  readonly opening: Promise<Result<RelayChannel, ReachRefusal>>
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
    const given = await this.#tokenOf(relay, ticket)
    if (!given.ok) return given
    const { identity, timeoutMs } = this.#options
    const socket = await connectTcp(relay, timeoutMs)
    if (!socket.ok) return refuse({ code: 'relay', message: socket.refusal.message })
    socket.value.write(Buffer.concat([workPreamble, Buffer.from(given.value.token, 'base64url')]))
    const link = await tlsOverSocket(socket.value, { role: 'client', identity, peerKey: agentKey, timeoutMs })
    if (link.ok) return accept({ link: link.value, relay })
    if (given.value.refusal !== undefined) return refuse(given.value.refusal)
    const { code, message } = link.refusal
    return refuse({ code: code === 'key' ? 'key' : 'agent', message: `no secure link to the device: ${message}` })
  }

  /** After a sleep, or a change of network. */
  probe(): void {
    for (const { open } of this.#channels.values()) open?.probe()
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

  async #tokenOf(relay: RelayPlace, ticket: string): Promise<Result<ReachToken, ReachRefusal>> {
    const opening = this.#channel(relay)
    const channel = this.#channels.get(keyOf(relay))
    if (channel !== undefined) channel.uses += 1
    const opened = await opening
    const token = opened.ok ? await opened.value.reach(ticket) : opened
    if (channel !== undefined) channel.uses -= 1
    return token
  }

  #channel(relay: RelayPlace): Promise<Result<RelayChannel, ReachRefusal>> {
    const key = keyOf(relay)
    const present = this.#channels.get(key)
    if (present !== undefined) return present.opening
    if (this.#channels.size >= channelsMax || this.#isDisposed) {
      return Promise.resolve(refuse({ code: 'busy', message: 'there are too many relays' }))
    }
    const { identity, version, timeoutMs, onCut, log } = this.#options
    const opening = openRelayChannel({
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
    const channel: Channel = { opening, open: undefined, uses: 0 }
    this.#channels.set(key, channel)
    void opening.then((opened) => {
      if (opened.ok) channel.open = opened.value
      else this.#channels.delete(key)
      if (opened.ok && this.#isDisposed) opened.value[Symbol.dispose]()
    })
    return opening
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
      const channel = await this.#channel(relay)
      if (channel.ok || this.#isDisposed) this.#returning.delete(key)
      else later(backoff.next())
    }
    later(returnAfterMs + backoff.next())
  }
}

/** A relay that has moved, or has another key, is another. */
const keyOf = ({ id, host, port, publicKey }: RelayPlace): string => `${id} ${host} ${port} ${publicKey}`
