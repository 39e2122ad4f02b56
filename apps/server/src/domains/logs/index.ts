// The front door of logs.

export type { LogsContext } from './context.ts'
export { logResolvers } from './log-resolvers.ts'
export { addLogRoutes } from './log-routes.ts'
export { readEvents } from './operations/read-events.ts'
