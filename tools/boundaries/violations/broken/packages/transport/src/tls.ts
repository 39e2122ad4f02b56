// Violates packages-by-their-name.

import { basics } from '../../basics/src/index.ts'

export const tls = basics
