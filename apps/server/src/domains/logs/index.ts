// The front door of logs.

export { logResolvers } from './log-resolvers.ts'
export { readEvents } from './operations/read-events.ts'
