// What the later features use of connections.

export { ConnectionEndpoint } from './ConnectionEndpoint.tsx'
export { pathText, pathTone, shortPathText } from './path-words.ts'
export { SessionFacts } from './SessionFacts.tsx'
export { SessionWay } from './SessionWay.tsx'
