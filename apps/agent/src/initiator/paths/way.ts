// A link, and which kind of way it takes.

import type { PathKind } from '@farport/protocol'
import type { Link } from '@farport/transport'

export interface Way {
  readonly link: Link
  readonly kind: PathKind
  /** The other end, or the relay. */
  readonly remote: string | undefined
}
