// What the device list asks for, as the address says it, and what it looks like.

import { limits } from '@farport/vocabulary'
import type { DeviceListQuery, DeviceListQueryVariables } from '#graphql'

export const sorts = ['state,name', 'name', '-created', '-lastReported'] as const
export type DeviceSort = (typeof sorts)[number]

export const stateFilters = ['all', 'active', 'inactive'] as const
export type StateFilter = (typeof stateFilters)[number]

export interface DeviceFilter {
  text: string
  state: StateFilter
  sort: DeviceSort
}

/** What the address leaves open, or says wrongly, is as at first. */
export function parseFilter(search: URLSearchParams): DeviceFilter {
  return {
    text: (search.get('q') ?? '').trim(),
    state: stateFilters.find((state) => state === search.get('state')) ?? 'all',
    sort: parseSort(search.get('sort')),
  }
}

export function parseSort(text: string | null): DeviceSort {
  return sorts.find((sort) => sort === text) ?? 'state,name'
}

export function pageVariables(filter: DeviceFilter, pageCount: number): DeviceListQueryVariables[] {
  return Array.from({ length: pageCount }, (_, page) => ({
    from: page * limits.devicePageSize,
    size: limits.devicePageSize,
    name: filter.text === '' ? null : filter.text,
    state: filter.state === 'all' ? null : filter.state,
    sort: filter.sort,
  }))
}

export type DeviceItem = DeviceListQuery['login']['account']['devices']['items'][number]

export type DeviceListView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  /** The account has no device at all. */
  | { kind: 'empty' }
  | { kind: 'nothing-found'; because: 'search' | 'filter' }
  | { kind: 'list'; devices: readonly DeviceItem[]; total: number; hasMore: boolean }

export function deviceListView(
  { pages, hasError }: { pages: readonly DeviceListQuery[]; hasError: boolean },
  filter: DeviceFilter,
): DeviceListView {
  const lists = pages.map(({ login }) => login.account.devices)
  const last = lists.at(-1)
  if (last === undefined) return { kind: hasError ? 'failed' : 'loading' }

  const devices = uniqueById(lists.flatMap(({ items }) => items))
  if (devices.length > 0) return { kind: 'list', devices, total: last.total, hasMore: last.hasMore }
  if (filter.text !== '') return { kind: 'nothing-found', because: 'search' }
  return filter.state === 'all' ? { kind: 'empty' } : { kind: 'nothing-found', because: 'filter' }
}

/** A device that changes its place between the loading of two pages may be on both. */
function uniqueById(devices: readonly DeviceItem[]): DeviceItem[] {
  return [...new Map(devices.map((device) => [device.id, device])).values()]
}
