// Ways to make links, and who is at the other end of one.

export { createIdentity, peerKeyOf, type Identity } from './identity.ts'
export type { Link, LinkHandlers, LinkRefusal, Listener, Place, Transport } from './link.ts'
export { createMemoryPair, createMemoryTransport, MemoryWeather, type MemoryConditions } from './memory.ts'
export { readStatically, sharedFrame } from './static-read.ts'
export { resetSocket } from './reset-socket.ts'
export { SpareBuffers } from './spare-buffers.ts'
export { connectTcp, createTcpTransport, listenForSockets, tcpLink } from './tcp.ts'
export {
  connectPinned,
  controlTlsOptions,
  createTlsTransport,
  serverTlsOptions,
  tlsOverSocket,
  type PinnedTlsOptions,
} from './tls.ts'
export { unpaceLocal } from './unpace-local.ts'
export { settle, writeTogether } from './write-together.ts'
export { createWebSocketTransport, webSocketLink } from './websocket.ts'
