// A control plane for tests of the data plane: the agent API and the relay channel of a server, with real tickets,
// signatures and secrets, and no database behind them.

export { startControlPlane, type ControlPlane } from './control-plane.ts'
export type { PlannedDevice } from './agent-api.ts'
export type { JoinedRelay } from './relay-channel.ts'
