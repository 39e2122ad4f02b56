// The front door of networks.

export type { NetworksContext } from './context.ts'
export { guestsOfNetworks, takeDeviceOutOfNetworks } from './place-store.ts'
export type { SeenNetwork } from './network.ts'
export { networkPolicy } from './network-policy.ts'
export { deniedNetwork, unseenNetwork } from './network-refusal.ts'
export { networkResolvers, parseNetworkId } from './network-resolvers.ts'
export { copyNetworkTags, seeNetworks } from './network-store.ts'
export { seeableNetworks } from './operations/list-networks.ts'
export { networkForChange } from './operations/network-for-change.ts'
