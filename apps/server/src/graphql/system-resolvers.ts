// What there is to know of this installation as a whole.

import type { Resolvers } from '../../generated/resolvers.ts'

export function createSystemResolvers(version: string): Resolvers {
  return {
    Query: {
      version: () => version,
      system: () => ({}),
    },
  }
}
