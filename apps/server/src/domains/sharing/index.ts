// The front door of sharing.

export { shareMailBudgets, type SharingContext } from './context.ts'
export { shareKeeper } from './operations/keep-shares.ts'
export { sharingResolvers } from './sharing-resolvers.ts'
