// Violates downhill-features.

import { servicePage } from '#features/services'

export const tagPage = servicePage
