// Violates basics-import-nothing.

import { hrtime } from 'node:process'

export const clock = hrtime
