// The front door of the agents' API.

export { createAgentsPart } from './agents-part.ts'
export type { AgentsContext } from './context.ts'
