import { describe, expect, it } from 'vitest'
import type { DeviceListQuery } from '#graphql'
import { deviceListView, pageVariables, parseFilter, type DeviceFilter } from './device-list.ts'

const page = (ids: string[], hasMore = false): DeviceListQuery =>
  ({
    login: { account: { devices: { total: 70, hasMore, items: ids.map((id) => ({ id })) } } },
  }) as unknown as DeviceListQuery

const all: DeviceFilter = { text: '', state: 'all', sort: 'state,name' }

describe('the device list', () => {
  it.each([
    ['before the first answer', [], false, all, { kind: 'loading' }],
    ['when the first answer fails', [], true, all, { kind: 'failed' }],
    ['of an account without devices', [page([])], false, all, { kind: 'empty' }],
    [
      'of a search that finds nothing',
      [page([])],
      false,
      { ...all, text: 'pi' },
      { kind: 'nothing-found', because: 'search' },
    ],
    [
      'of a filter that lets nothing through',
      [page([])],
      false,
      { ...all, state: 'inactive' },
      { kind: 'nothing-found', because: 'filter' },
    ],
  ] as const)('%s', (_, pages, hasError, filter, view) => {
    expect(deviceListView({ pages, hasError }, filter)).toEqual(view)
  })

  it('joins its pages, and shows a device that is on two of them once', () => {
    const view = deviceListView({ pages: [page(['d-1', 'd-2'], true), page(['d-2', 'd-3'])], hasError: false }, all)
    expect(view).toMatchObject({
      kind: 'list',
      total: 70,
      hasMore: false,
      devices: [{ id: 'd-1' }, { id: 'd-2' }, { id: 'd-3' }],
    })
  })

  it('stays when asking again fails', () => {
    expect(deviceListView({ pages: [page(['d-1'])], hasError: true }, all).kind).toBe('list')
  })
})

describe('the address of the device list', () => {
  it.each([
    ['', all],
    ['q=%20lab%20&state=inactive&sort=-created', { text: 'lab', state: 'inactive', sort: '-created' }],
    ['state=broken&sort=shoe-size', all],
  ])('%s', (search, filter) => {
    expect(parseFilter(new URLSearchParams(search))).toEqual(filter)
  })

  it('asks for pages of fifty, and leaves out what is not filtered', () => {
    expect(pageVariables(all, 2)).toEqual([
      { from: 0, size: 50, name: null, state: null, sort: 'state,name' },
      { from: 50, size: 50, name: null, state: null, sort: 'state,name' },
    ])
  })
})
