// Violates downhill-domains.

import { graph } from '../graphs/index.ts'

export const search = graph
