// Violates packages-do-not-import-apps.

import { agent } from '../../../apps/agent/src/agent.ts'

export const tcp = agent
