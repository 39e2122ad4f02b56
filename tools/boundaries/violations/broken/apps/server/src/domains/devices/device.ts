// Violates rules-are-pure-of-the-platform.

import { now } from '#platform/clock'

export const device = now
