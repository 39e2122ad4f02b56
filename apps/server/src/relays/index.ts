// The front door of the relays' edge.

export { leaseMs, type RelaysContext } from './context.ts'
export { endLostLeases } from './lease-worker.ts'
export { createRelayOrders, type RelayOrders } from './relay-orders.ts'
export {
  deleteRelaysLostBefore,
  publicKeyOfRelay,
  relaysLostBefore,
  relaysWithLease,
  type RelayPlace,
} from './relay-store.ts'
export { createRelaysPart } from './relays-part.ts'
