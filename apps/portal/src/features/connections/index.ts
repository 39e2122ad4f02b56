// What the later features use of connections.

export { ConnectionEndpoint } from './ConnectionEndpoint.tsx'
export { SessionFacts } from './SessionFacts.tsx'
