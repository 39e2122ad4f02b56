// One address that sends datagrams to a UDP port, and its stream to the device.

import type { Socket } from 'node:dgram'
import type { SessionStream, StreamRefusal } from '@farport/session'
import type { Carried } from './front.ts'

export interface UdpClientOptions {
  /** Sends one datagram to the client. False: dropped. */
  send: (datagram: Uint8Array) => boolean
  /** A datagram has come, from either side. */
  onActive: () => void
  /** Once: its stream is over. */
  onClosed: () => void
}

/** Datagrams that wait for the stream to open. One more is lost, as datagrams may be. */
const waitingMax = 32

type State =
  | { readonly state: 'opening'; readonly waiting: Buffer[] }
  | { readonly state: 'open'; readonly stream: SessionStream }
  /** What comes is dropped, until it is forgotten. */
  | { readonly state: 'over' }

export class UdpClient {
  /** By which its newest datagram came. */
  socket: Socket
  readonly #options: UdpClientOptions
  #state: State = { state: 'opening', waiting: [] }
  #sent = 0
  #received = 0

  constructor(socket: Socket, options: UdpClientOptions) {
    this.socket = socket
    this.#options = options
  }

  get carried(): Carried {
    return { sent: this.#sent, received: this.#received }
  }

  /** It has been counted elsewhere. */
  forgetCarried(): void {
    this.#sent = 0
    this.#received = 0
  }

  /** One datagram from the client, which is the caller's again when this returns. */
  take(datagram: Buffer): void {
    switch (this.#state.state) {
      case 'over':
        return
      case 'opening':
        if (this.#state.waiting.length < waitingMax) this.#state.waiting.push(Buffer.from(datagram))
        return
      case 'open':
        this.#options.onActive()
        if (this.#state.stream.sendDatagram(datagram)) this.#sent += datagram.length
    }
  }

  open(stream: SessionStream): void {
    if (this.#state.state !== 'opening') return
    const { waiting } = this.#state
    this.#state = { state: 'open', stream }
    stream.start({
      onDatagram: (bytes) => {
        this.#options.onActive()
        if (this.#options.send(bytes)) this.#received += bytes.length
      },
      // Nothing but datagrams is carried here.
      onBytes: (bytes) => stream.consumed(bytes.length),
      onDrain: () => undefined,
      onEnd: () => stream.end(),
      onClose: () => {
        this.#state = { state: 'over' }
        this.#options.onClosed()
      },
    })
    for (const datagram of waiting) this.take(datagram)
  }

  /** Its stream could not be had. */
  refuse(): void {
    this.#state = { state: 'over' }
  }

  end(refusal: StreamRefusal): void {
    if (this.#state.state === 'open') this.#state.stream.reset(refusal)
    this.#state = { state: 'over' }
  }
}
