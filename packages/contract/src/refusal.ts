// A refusal as the API sends it: a code from the closed list, and a sentence that a person can act on.

import type { RefusalCode } from '../generated/types.ts'

export interface Refusal {
  code: RefusalCode
  message: string
  /** With THROTTLED: when it is worth trying again. */
  retryAfterSeconds?: number
}
