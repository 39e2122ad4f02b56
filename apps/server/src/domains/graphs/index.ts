// The front door of graphs.

export { graphResolvers } from './graph-resolvers.ts'
