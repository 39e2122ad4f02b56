// A link is a byte pipe between two ends, whatever it runs over: ordered, reliable, with back-pressure both ways.
// Links are interchangeable; the session above them is what lives.

import type { Result } from '@farport/basics'

export interface LinkHandlers {
  /**
   * Bytes arrived. They belong to the link and are overwritten after the call returns: copy what must live longer.
   * Not called while paused, except for what had already been read.
   */
  onBytes(bytes: Uint8Array): void
  /** After a write answered false: all is on its way, there is room again. */
  onDrain(): void
  /** The other end will send no more. */
  onEnd(): void
  /** Once, at the very end, with the reason when it was not orderly. */
  onClose(reason?: Error): void
  /** One that came beside the bytes; valid until the call returns. */
  onDatagram?(bytes: Uint8Array): void
}

export interface Link {
  readonly kind: 'memory' | 'tcp' | 'tls' | 'websocket' | 'udp'
  /** The other end's address as text; for the logs and for rules about addresses. */
  readonly remoteAddress: string
  /** The other end's Ed25519 public key in base64url, where the link proves one. */
  readonly peerKey: string | undefined
  /** Begins to deliver. Called exactly once. */
  start(handlers: LinkHandlers): void
  /**
   * Sends. The bytes are the caller's again when this returns. False: taken, but please wait for onDrain before the
   * next, or this end has to copy and keep what the other cannot take yet.
   */
  write(bytes: Uint8Array): boolean
  /** Bytes written but not yet given to the system. */
  readonly queuedBytes: number
  pause(): void
  resume(): void
  /**
   * Only where the link finds out by itself what the way carries, and write answers false beyond: so much may be on its
   * way at once.
   */
  readonly windowBytes?: number | undefined
  /** Sends what is queued, then ends this direction. */
  end(): void
  /** Closes at once, both ways. */
  destroy(reason?: Error): void
  /**
   * Only where datagrams travel beside the bytes, not behind them: unordered, and lost without a word. False: dropped, for
   * it is longer than datagramBytesMax or there is no room.
   */
  sendDatagram?(bytes: Uint8Array): boolean
  readonly datagramBytesMax?: number
}

/** Where a transport listens or connects to. */
export interface Place {
  readonly host: string
  readonly port: number
  /** The address to connect from. Absent: the one that the system chooses. */
  readonly localAddress?: string
}

export interface LinkRefusal {
  /** key: the other end could not prove the key that was expected of it. */
  readonly code: 'unreachable' | 'timeout' | 'handshake' | 'key'
  readonly message: string
  /** What the system called it, such as ECONNREFUSED. */
  readonly systemCode?: string
}

export interface Listener extends AsyncDisposable {
  readonly place: Place
}

/** One way of making links. */
export interface Transport {
  /** Port 0 is any free one. Links stop coming, and those that came stay, when the listener is disposed of. */
  listen(place: Place, onLink: (link: Link) => void): Promise<Listener>
  connect(place: Place): Promise<Result<Link, LinkRefusal>>
}
