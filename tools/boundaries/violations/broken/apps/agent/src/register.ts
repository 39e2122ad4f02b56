// Violates nothing-imports-a-test.

import { shared } from './agent.test.ts'

export const register = shared
