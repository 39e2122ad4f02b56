// The front door of the relays' edge.

export { endLostLeases } from './lease-worker.ts'
export { createRelayOrders } from './relay-orders.ts'
export { deleteRelaysLostBefore, publicKeyOfRelay, relaysLostBefore, relaysWithLease } from './relay-store.ts'
export { createRelaysPart } from './relays-part.ts'
