// Sessions over links, and bridges between their streams and sockets.

export {
  createAcceptorDoor,
  defaultAcceptorDoorLimits,
  type AcceptorDoor,
  type AcceptorDoorLimits,
  type AcceptorDoorOptions,
} from './acceptor-door.ts'
export { bridge, type Bridge } from './bridge.ts'
export { defaultLimits, type SessionLimits } from './limits.ts'
export { beginOver, type BeginOptions } from './movable-link.ts'
export type { MovableLink, ResumableLimits, ResumableLink, SpareLink } from './resumable-link.ts'
export { PassingStream } from './passing-stream.ts'
export * from './session.ts'
export { createSpareLink, type SpareLinkOptions } from './spare-link.ts'
export { startSession } from './start-session.ts'
