// What the later features use of connections.

export { ConnectionEndpoint } from './ConnectionEndpoint.tsx'
export { pathText, pathTone } from './path-words.ts'
export { SessionFacts } from './SessionFacts.tsx'
export { SessionWay } from './SessionWay.tsx'
