// The front door of the agents' API.

export { createAgentsPart } from './agents-part.ts'
export { orderRelays } from './relay-order.ts'
