// Ways between two agents without a relay.

export type { DirectFindings, DirectOptions, DirectPaths, NatKind } from './direct-paths.ts'
