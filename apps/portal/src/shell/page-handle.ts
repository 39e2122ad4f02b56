// What a route tells the frame: its title, where "back" leads, whether there is something to search.

import type { Params, UIMatch } from 'react-router'
import type { MessageKey } from '../i18n/messages.ts'

export interface PageHandle {
  title: MessageKey
  /** Absent on the pages that the sidebar leads to. */
  back?: (params: Readonly<Params>) => string
  search?: { label: MessageKey; path: string }
}

export interface Page {
  handle: PageHandle
  params: Readonly<Params>
}

/** The innermost route that has a title. What it leaves open, the routes around it say. */
export function currentPage(matches: readonly Pick<UIMatch, 'handle' | 'params'>[]): Page | undefined {
  const page = matches.findLast(({ handle }) => isPageHandle(handle))
  return page !== undefined && isPageHandle(page.handle) ? { handle: page.handle, params: page.params } : undefined
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
