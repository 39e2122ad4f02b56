// Every bound of a device's agent towards those who use its services, with what happens at it.

export const limits = {
  /** To a service, to a relay, and of a TLS handshake. */
  connectTimeoutMs: 10_000,
  /** Work connections that are being opened. One more order is refused. */
  linksMax: 64,
  /** Sessions, each with one initiator. One more is refused, unless its initiator has one already. */
  sessionsMax: 256,
  /** Of one initiator. One more ends another one of it. */
  sessionsPerInitiatorMax: 8,
  /** A session that nothing carries for so long is over, and its streams with it: a relay restarts in less. */
  sessionAbsenceMs: 120_000,
  /** Sessions that nothing carries. One more ends the one that has waited longest. */
  absentSessionsMax: 64,
  /** A person's agent that has no ticket (any more) which holds is sent away after so long. */
  ticketlessMs: 30_000,
  /** Sessions that look for direct ways at once. One more stays with its relay. */
  looksMax: 32,
  /** Of all sessions together. One more is refused. */
  streamsMax: 2048,
  /** A flow of datagrams ends when there were none for so long: longer than tunnels wait that keep NATs open. */
  udpIdleMs: 180_000,
  /** Datagrams that wait for the system. More are dropped. */
  udpQueuedBytesMax: 524_288,
  /** From the beginning of a stream to what the SOCKS client wants. Then it is reset. */
  socksHandshakeMs: 10_000,
  socksAddressesMax: 4,
  socksLingerMs: 2000,
  /** Places that one client's datagrams go to at once. One more ends the flow that was used longest ago. */
  socksFlowsMax: 64,
  /** … and all clients'. Datagrams to one more are dropped. */
  socksFlowsOfAllMax: 1024,
  /** Datagrams that wait for a name or an address to be judged. More are dropped. */
  socksWaitingMax: 16,
  /** Questions of the server whether something listens somewhere. One more is answered as busy. */
  probesMax: 8,
  probesPerMinuteMax: 60,
  probeTimeoutMs: 5000,
} as const

/** The same bounds with other numbers: tests make them small. */
export type WorkLimits = { readonly [Name in keyof typeof limits]: number }
