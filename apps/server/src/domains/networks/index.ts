// The front door of networks.

export type { NetworksContext } from './context.ts'
export { guestsOfNetworks, takeDeviceOutOfNetworks } from './place-store.ts'
export type { Network, SeenNetwork } from './network.ts'
export { networkChanged } from './network-events.ts'
export { networkPolicy } from './network-policy.ts'
export { deniedNetwork, unseenNetwork } from './network-refusal.ts'
export { networkResolvers, parseNetworkId } from './network-resolvers.ts'
export { copyNetworkTags, seeNetworks, seeNetworkForUpdate } from './network-store.ts'
export { seeableNetworks } from './operations/list-networks.ts'
export { networkForChange } from './operations/network-for-change.ts'
