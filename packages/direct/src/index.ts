// Ways between two agents without a relay.

export { createDirectPaths } from './create-direct-paths.ts'
export type { DirectFindings, DirectOptions, DirectPaths } from './direct-paths.ts'
