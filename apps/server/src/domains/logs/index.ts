// The front door of logs.

export { logResolvers } from './log-resolvers.ts'
export { readEvents, type EventPage } from './operations/read-events.ts'
