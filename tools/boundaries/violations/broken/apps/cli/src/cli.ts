// Violates apps-do-not-import-apps.

import { agent } from '../../agent/src/agent.ts'

export const cli = agent
