// The front door of connections.

export type { Connection, ProxyConnection } from './connection.ts'
export { connectLinkResolvers } from './connect-link-resolvers.ts'
export { connectionResolvers } from './connection-resolvers.ts'
export { servedLinks } from './connect-link-store.ts'
export { findConnections } from './connection-store.ts'
export type { ConnectionsContext, ConnectionWatcher, Relays } from './context.ts'
export { connect } from './operations/connect.ts'
export { connectPeer } from './operations/connect-peer.ts'
export { endPeer, renewPeer } from './operations/renew-peer.ts'
export {
  cutConnectionsOfCredential,
  cutConnectionsOfDevices,
  cutConnectionsOfService,
  cutConnectionsWithoutAccess,
} from './operations/cut-connections.ts'
export { disconnect } from './operations/disconnect.ts'
export { endOverdueConnections } from './operations/end-overdue-connections.ts'
export { reopenConnectionsOfDevices, reopenConnectionsOfRelay } from './operations/reopen-connections.ts'
export { linkKeeper } from './operations/keep-links.ts'
export { answerLink, orderLinksOfDevices } from './operations/order-links.ts'
export { takeOrderRefused, takeProxyClosed, takeProxyOpened } from './operations/take-relay-facts.ts'
export type { PeerConnection } from './peer.ts'
export { peerResolvers, presentRoute } from './peer-resolvers.ts'
export { peersOfInitiator } from './peer-store.ts'
