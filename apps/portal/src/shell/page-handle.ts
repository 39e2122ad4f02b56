// What a route tells the frame: its title, where "back" leads, whether there is something to search.

import type { Params, UIMatch } from 'react-router'
import type { MessageKey } from '../i18n/messages.ts'
import { paths } from '../paths.ts'

export interface Place {
  params: Readonly<Params>
  pathname: string
  hasTwoPanels: boolean
}

/** Undefined where the list that it would lead to is on screen already. */
type Back = (place: Place) => string | undefined

export interface PageHandle {
  title: MessageKey
  /** Absent on the pages that the sidebar leads to. */
  back?: Back
  search?: { label: MessageKey; path: string }
}

export interface Page {
  title: MessageKey
  back: string | undefined
  search: PageHandle['search'] | undefined
  /** One of the pages that the sidebar leads to. */
  isRoot: boolean
}

/** Beside the panel of the device, back leads to the list; where only one panel fits, to that panel first. */
export const toDevice: Back = ({ params, pathname, hasTwoPanels }) => {
  const device = paths.device(params['deviceId'] ?? '')
  return hasTwoPanels || pathname === device ? paths.devices() : device
}

/** To a list or menu that stands beside the page where two panels fit. */
export const toList =
  (list: 'devices' | 'add' | 'connections' | 'settings' | 'account' | 'outbox'): Back =>
  ({ hasTwoPanels }) =>
    hasTwoPanels && besidePages.has(list) ? undefined : paths[list]()

const besidePages: ReadonlySet<string> = new Set(['connections', 'settings', 'account', 'outbox'])

/** The innermost route that has a title. */
export function currentPage(
  matches: readonly Pick<UIMatch, 'handle' | 'params' | 'pathname'>[],
  layout: { hasTwoPanels: boolean },
): Page | undefined {
  const match = matches.findLast(({ handle }) => isPageHandle(handle))
  if (match === undefined || !isPageHandle(match.handle)) return undefined
  const { title, back, search } = match.handle
  return {
    title,
    back: back?.({ params: match.params, pathname: match.pathname, ...layout }),
    search,
    isRoot: back === undefined,
  }
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
