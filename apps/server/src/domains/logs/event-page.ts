// Which part of a log is asked for.

import { accept, refuse, type Result } from '@farport/basics'
import type { EventType } from '@farport/contract'
import { limits, parseId, type EventId } from '@farport/vocabulary'

export interface EventPageArguments {
  readonly after?: string | null | undefined
  readonly size?: number | null | undefined
  /** ISO 8601, as the contract's scalar gives them. */
  readonly minDate?: string | null | undefined
  readonly maxDate?: string | null | undefined
  readonly types?: readonly EventType[] | null | undefined
}

export interface EventPageRequest {
  readonly after: EventId | undefined
  readonly size: number
  readonly from: Date
  readonly to: Date
  readonly types: readonly EventType[] | undefined
  /** Read by somebody else than the account's owner: without the owner's sign-ins. */
  readonly isOfOthers?: boolean
}

/** One page never looks further back than this; older events are asked for with an older `maxDate`. */
export const eventRangeMsMax = 31 * 24 * 60 * 60_000

/** The refusal is the sentence for the person. */
export function parseEventPage(wish: EventPageArguments, nowMs: number): Result<EventPageRequest, string> {
  const size = wish.size ?? limits.eventPageSize
  if (size < 1 || size > limits.eventPageSizeMax) return refuse(`\`size\` is 1 to ${limits.eventPageSizeMax}.`)
  const after = wish.after ? parseId('e', wish.after) : undefined
  if (wish.after && after === undefined) return refuse('`after` is the id of an event.')
  const to = wish.maxDate ? Date.parse(wish.maxDate) : nowMs
  const from = wish.minDate ? Date.parse(wish.minDate) : to - eventRangeMsMax
  if (from > to) return refuse('`minDate` is not after `maxDate`.')
  return accept({
    after,
    size,
    from: new Date(Math.max(from, to - eventRangeMsMax)),
    to: new Date(to),
    types: wish.types?.length ? wish.types : undefined,
  })
}
