// Violates rules-are-pure-of-node.

import { randomUUID } from 'node:crypto'

export const policy = randomUUID
