// The front door of connections.

export { connectionUrl, type Connection } from './connection.ts'
export { connectionPolicy } from './connection-policy.ts'
export { connectionResolvers } from './connection-resolvers.ts'
export { findConnections, openConnections } from './connection-store.ts'
export type { ConnectionsContext, ConnectionUsage, ConnectionWatcher, Relays } from './context.ts'
export { connect, connectFailedMessage, type Opened } from './operations/connect.ts'
export { cutConnectionsOfDevice, cutConnectionsOfService } from './operations/cut-connections.ts'
export { disconnect } from './operations/disconnect.ts'
export { endOverdueConnections } from './operations/end-overdue-connections.ts'
export { reopenConnectionsOfDevices, reopenConnectionsOfRelay } from './operations/reopen-connections.ts'
export { takeOrderRefused, takeProxyClosed, takeProxyOpened } from './operations/take-relay-facts.ts'
