// Sessions over links, and bridges between their streams and sockets.

export { bridge, type Bridge } from './bridge.ts'
export { defaultLimits, type SessionLimits } from './limits.ts'
export * from './session.ts'
export { startSession } from './start-session.ts'
