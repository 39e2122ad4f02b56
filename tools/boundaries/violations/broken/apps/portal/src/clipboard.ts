// Violates portal-runs-in-a-browser.

import { readFileSync } from 'node:fs'

export const clipboard = readFileSync
