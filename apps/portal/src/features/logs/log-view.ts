// What a log can look like, from the pages of it that have come.

import type { LogEvent } from './log-sentence.ts'

export interface LogPage {
  hasMore: boolean
  last: string | null
  items: readonly LogEvent[]
}

export type LogView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'empty' }
  /** `after` is where the next page begins; undefined at the end of the log. */
  | { kind: 'lines'; events: readonly LogEvent[]; after: string | undefined }

export function logView(pages: readonly LogPage[], hasError: boolean): LogView {
  const last = pages.at(-1)
  if (last === undefined) return { kind: hasError ? 'failed' : 'loading' }
  // A line that came live may also be on a page that was loaded later.
  const events = [...new Map(pages.flatMap(({ items }) => items).map((event) => [event.id, event])).values()]
  if (events.length === 0) return { kind: 'empty' }
  return { kind: 'lines', events, after: last.hasMore && last.last !== null ? last.last : undefined }
}
