// The front door of sessions.

export type { SessionsContext } from './context.ts'
export { forgetSessions } from './operations/forget-sessions.ts'
export { sessionKeeper } from './operations/keep-sessions.ts'
export { beginLinkVisit, endLinkVisit, endSilentVisits } from './operations/keep-link-visits.ts'
export { listSessions } from './operations/list-sessions.ts'
export { takePathReports } from './operations/take-path-reports.ts'
export { takeUsage } from './operations/take-usage.ts'
export type { PathPoint } from './path-history.ts'
export type { Session, SessionHealth, SessionPath } from './session.ts'
export { sessionResolvers } from './session-resolvers.ts'
export { findSessions } from './session-store.ts'
