// Violates downhill-domains.

import { log } from '#domains/logs'

export const share = log
