// Violates no-cycles.

import { stream } from './stream.ts'

export const session = () => stream
