// Every bound of a relay in one place, with what happens at it.

export const limits = {
  /** Sockets that have not sent their first bytes. One more, and the one that has waited longest is closed. */
  silentSocketsMax: 1024,
  /** A socket that has not said what it is after this time is closed. */
  firstBytesMs: 10_000,
  /** Agents between ClientHello and `entered`. One more waits in line; so many begin at each turn of the event loop. */
  arrivalsMax: 1024,
  arrivalsPerTurn: 8,
  /** In line, and of one address in line or under way. One more is closed at once and comes back later. */
  arrivalsWaitingMax: 4096,
  arrivalsPerAddressMax: 256,
  /** From ClientHello, in line, to the WebSocket, and again from there to `enter`. */
  handshakeMs: 10_000,
  enterMs: 10_000,
  /** Entered agents. One more is refused as busy. */
  tunnelsMax: 20_000,
  heartbeatMs: 10_000,
  /** How long the present holder of a key has to answer when another one comes with it. */
  rivalProbeMs: 3_000,
  /** A device is told offline when no new tunnel has come for so long. */
  offlineGraceMs: 3_000,
  /** A device that has dropped more often than this, each within so long of the one before, is told online late. */
  dropsFree: 1,
  dropMemoryMs: 60_000,
  restlessMs: 20_000,
  /** Devices whose drops are counted. One more is told as it comes and goes. */
  dropsMax: 20_000,
  /** Checks that streams to an agent open: at once, the wait for one, and the time until the next. */
  checksMax: 512,
  checkMs: 5_000,
  checkAgainMs: 300_000,
  checkBlockedAgainMs: 15_000,
  /** Questions to agents whether something listens somewhere. One more is answered as busy; so is one that takes longer. */
  probesMax: 1024,
  probeMs: 15_000,
  /** Presence changes and usage wait so long for company. */
  presenceBatchMs: 150,
  usageBatchMs: 2_000,
  /** From the `link` order to a session that is ready. */
  sessionOpenMs: 10_000,
  /** How long a client's socket waits for an agent that is just coming back. */
  agentReturnMs: 8_000,
  /** A session without streams stays warm for so long. */
  sessionIdleMs: 60_000,
  /** A session with streams that nothing carries waits so long for its agent. Then its streams are reset. */
  sessionAbsenceMs: 60_000,
  /** Between tries to make it another work connection, at most. */
  moveRetryMsMax: 2_000,
  /** Work connections that have been ordered and have not come. One more stream is closed. */
  linksPendingMax: 4096,
  /** Initiators with a channel here. One more is refused as busy. From ClientHello on they count as agents do. */
  initiatorsMax: 10_000,
  /** Programs with one key. One more closes the channel of the oldest. */
  initiatorsPerKeyMax: 4,
  greetMs: 10_000,
  /** Connections of which an initiator hears when they are cut. One more forgets the oldest. */
  connectionsPerInitiatorMax: 1024,
  /** Reaching for devices: one more is unreachable as busy. */
  reachesPerSecond: 10,
  reachesBurst: 100,
  /** Pairs of an initiator and an agent. One more is unreachable as busy. */
  pairsMax: 5_000,
  pairsPerAgentMax: 256,
  pairsPerAccountMax: 2_000,
  pairsPerInitiatorMax: 256,
  /** A pair that carries nothing for so long is cut: sessions and spare links say something more often. */
  pairIdleMs: 120_000,
  /** Connections that were cut and may still have a good ticket, and for how long. One more forgets the oldest. */
  cutsMax: 10_000,
  cutRememberMs: 900_000,
  /** How long pairs have to move away when the relay stops. Then they are cut. */
  drainMs: 2_000,
  /** STUN questions of one address. One more gets no answer; one more address forgets the quietest. */
  stunPerSecond: 50,
  stunBurst: 600,
  stunSourcesMax: 20_000,
  /** Proxies of this relay. One more order is refused as busy. */
  proxiesMax: 10_000,
  /** Sockets of one proxy. One more is closed at once. */
  streamsPerProxyMax: 512,
  /** A client of a UDP port that is quiet for so long is forgotten, and one whose stream was not to be had rests. */
  udpIdleMs: 120_000,
  udpRestMs: 1_000,
  /** Datagrams that wait for the system at one address of a port. More are dropped. */
  udpQueuedBytesMax: 4_194_304,
  /** Ports that are tried for one proxy before the order is refused. */
  portAttemptsMax: 200,
  /** Streams of one link at once, whoever they are for. One more request is told that there are too many. */
  linkStreamsMax: 512,
  /** A stream of a web link waits so long for the next request. */
  linkIdleStreamMs: 20_000,
  /** From the first byte of TLS to a service until it has answered. */
  linkTlsMs: 10_000,
  /** Links that were asked for and are not here: how many are remembered, and for how long. The oldest goes. */
  linkStatesMax: 5000,
  linkStateMs: 10_000,
  /** Questions for links that the server has not answered. One more is told that nobody knows. */
  linkAsksMax: 256,
  linkAskMs: 5_000,
  /** Connections of people to web links, in all and of one address. One more is closed at once. */
  webClientsMax: 10_000,
  webClientsPerAddressMax: 256,
  /** A TLS handshake, the head of a request, and a request under way without a byte either way. */
  webHandshakeMs: 30_000,
  webHeadMs: 60_000,
  webIdleMs: 900_000,
  /** Passwords compared at once, and waiting for that. One more is told to try again. */
  passwordsAtOnceMax: 2,
  passwordsWaitingMax: 32,
  /** Wrong ones within the window, of one address and link, and of one link. One more is not looked at. */
  passwordsWrongPerAddressMax: 10,
  passwordsWrongPerLinkMax: 100,
  passwordWindowMs: 600_000,
  /** Who was wrong is remembered of so many. The oldest is forgotten. */
  passwordCountersMax: 10_000,
  /** Certificates of links kept ready. The one used longest ago goes. */
  linkCertificatesMax: 1000,
  linkCertificateRenewMs: 30 * 86_400_000,
  /** Orders for certificates at once, and how long a name waits after one that failed. */
  acmeOrdersMax: 4,
  acmeFailedMs: 600_000,
  /** Ends of proxies kept for a server that has not heard of them. One more drops the oldest. */
  closedFactsMax: 10_000,
  /** A server that says nothing for so long is gone. */
  serverSilenceMs: 10_000,
  serverHeartbeatMs: 3_000,
} as const

/** The same bounds with other numbers: tests make them small. */
export type Limits = { readonly [Name in keyof typeof limits]: number }
