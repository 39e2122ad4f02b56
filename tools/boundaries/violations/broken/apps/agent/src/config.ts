// Violates everything-resolves.

import { nothing } from './nothing.ts'

export const config = nothing
