// A link is a byte pipe between two ends, whatever it runs over: ordered, reliable, with back-pressure both ways.
// Links are interchangeable; the session above them is what lives.

export interface LinkHandlers {
  /**
   * Bytes arrived. They belong to the link and are overwritten after the call returns: copy what must live longer.
   * Not called while paused, except for what had already been read.
   */
  onBytes(bytes: Buffer): void
  /** After a write answered false: there is room again. */
  onDrain(): void
  /** The other end will send no more. */
  onEnd(): void
  /** Once, at the very end, with the reason when it was not orderly. */
  onClose(reason?: Error): void
}

export interface Link {
  readonly kind: 'memory' | 'tcp' | 'tls' | 'websocket'
  /** The other end's address as text; for the logs and for rules about addresses. */
  readonly remoteAddress: string
  /** The other end's Ed25519 public key in base64url, where the link proves one. */
  readonly peerKey: string | undefined
  /** Begins to deliver. Called exactly once. */
  start(handlers: LinkHandlers): void
  /**
   * Sends. False: please wait for onDrain, although these bytes were taken. `bytes` must stay unchanged until
   * `onTaken`, which may be called before write returns; without it they must stay unchanged for good.
   */
  write(bytes: Uint8Array, onTaken?: () => void): boolean
  /** Between these, small writes may be gathered into one. */
  cork(): void
  uncork(): void
  /** Bytes written but not yet given to the system. */
  readonly queuedBytes: number
  pause(): void
  resume(): void
  /** Sends what is queued, then ends this direction. */
  end(): void
  /** Closes at once, both ways. */
  destroy(reason?: Error): void
}
