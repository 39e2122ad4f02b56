// Violates downhill-domains.

import type { service } from '#domains/services'

export type Tag = typeof service
