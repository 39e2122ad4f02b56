// Every bound of a device's agent towards those who use its services, with what happens at it.

export const limits = {
  /** To a service, to a relay, and of a TLS handshake. */
  connectTimeoutMs: 10_000,
  /** Sessions, and links that are being made. One more order is refused. */
  linksMax: 64,
  /** Of all sessions together. One more is refused. */
  streamsMax: 2048,
  /** A flow of datagrams ends when there were none for so long: longer than tunnels wait that keep NATs open. */
  udpIdleMs: 180_000,
  /** Datagrams that wait for the system. More are dropped. */
  udpQueuedBytesMax: 4 * 1024 * 1024,
  /** From the beginning of a stream to what the SOCKS client wants. Then it is reset. */
  socksHandshakeMs: 10_000,
  socksAddressesMax: 4,
  socksLingerMs: 2000,
  /** Questions of the server whether something listens somewhere. One more is answered as busy. */
  probesMax: 8,
  probesPerMinuteMax: 60,
  probeTimeoutMs: 5000,
} as const

/** The same bounds with other numbers: tests make them small. */
export type WorkLimits = { readonly [Name in keyof typeof limits]: number }
