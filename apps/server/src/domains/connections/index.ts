// The front door of connections.

export type { Connection } from './connection.ts'
export { connectLinkResolvers } from './connect-link-resolvers.ts'
export { connectionResolvers } from './connection-resolvers.ts'
export { findConnections } from './connection-store.ts'
export type { ConnectionsContext, ConnectionWatcher, Relays } from './context.ts'
export { connect } from './operations/connect.ts'
export {
  cutConnectionsOfCredential,
  cutConnectionsOfDevices,
  cutConnectionsOfService,
  cutConnectionsWithoutAccess,
} from './operations/cut-connections.ts'
export { disconnect } from './operations/disconnect.ts'
export { endOverdueConnections } from './operations/end-overdue-connections.ts'
export { reopenConnectionsOfDevices, reopenConnectionsOfRelay } from './operations/reopen-connections.ts'
export { linkRemover } from './operations/set-connect-link.ts'
export { takeOrderRefused, takeProxyClosed, takeProxyOpened } from './operations/take-relay-facts.ts'
