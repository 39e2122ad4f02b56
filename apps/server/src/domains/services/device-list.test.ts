import type { AccountId, DeviceId, ServiceId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { parseDeviceIds, parseDeviceList, type DeviceFilter, type DeviceListArguments } from './device-list.ts'

// Well-formed.
const account = 'a-0000000000000001' as AccountId // see above
const device = 'd-0000000000000001' as DeviceId // see above
const service = 's-0000000000000001' as ServiceId // see above
const anything = {
  accountId: account,
  name: undefined,
  isOnline: undefined,
  ids: undefined,
  tags: undefined,
  applications: undefined,
  platforms: undefined,
  whose: 'all',
} satisfies DeviceFilter

describe('a list of devices', () => {
  it('with nothing said is the first page of all, by state and name', () => {
    const sort = [
      { key: 'state', isReversed: false },
      { key: 'name', isReversed: false },
    ]
    expect(parseDeviceList(account, {})).toEqual({ ok: true, value: { filter: anything, from: 0, size: 50, sort } })
  })

  it.each<[string, DeviceListArguments, Partial<DeviceFilter>]>([
    ['a blank name', { name: '  ' }, {}],
    ['a name', { name: ' pi ' }, { name: 'pi' }],
    ['a state', { state: 'active' }, { isOnline: true }],
    ['the other state', { state: 'inactive' }, { isOnline: false }],
    ['any state', { state: 'all' }, {}],
    ['own ones', { owner: true }, { whose: 'own' }],
    ['shared ones', { owner: false }, { whose: 'shared' }],
    [
      'ids of devices, of services and of nothing',
      { id: ['d-0000000000000001', 's-0000000000000001', 'n-0000000000000001', 'x'] },
      { ids: { devices: [device], services: [service] } },
    ],
    ['tags', { tag: { values: ['Lab', 'lab', ' 東京'] } }, { tags: { operator: 'ANY', keys: ['lab', '東京'] } }],
    ['all of some tags', { tag: { operator: 'ALL', values: ['a'] } }, { tags: { operator: 'ALL', keys: ['a'] } }],
    ['no tags', { tag: { operator: 'ALL', values: [] } }, {}],
    ['a text that is no tag', { tag: { values: ['\0'] } }, { tags: { operator: 'ANY', keys: [''] } }],
  ])('is filtered by %s', (_, wish, filter) => {
    expect(parseDeviceList(account, wish)).toMatchObject({ ok: true, value: { filter: { ...anything, ...filter } } })
  })

  it('is sorted by each key once', () => {
    expect(parseDeviceList(account, { sort: '-created, name,created,,-owner.email' })).toMatchObject({
      value: {
        sort: [
          { key: 'created', isReversed: true },
          { key: 'name', isReversed: false },
          { key: 'owner.email', isReversed: true },
        ],
      },
    })
  })

  it.each<[string, DeviceListArguments]>([
    ['a page too large', { size: 1001 }],
    ['a page of less than nothing', { size: -1 }],
    ['a start before the start', { from: -1 }],
    ['a state that is none', { state: 'asleep' }],
    ['a sort key that is none', { sort: 'shoe' }],
    ['a list without end', { application: Array.from({ length: 1001 }, () => 28) }],
    ['ids without end', { id: Array.from({ length: 1001 }, () => 'd-0000000000000001') }],
    ['a name that is longer than any', { name: 'x'.repeat(101) }],
    ['a name that PostgreSQL does not know', { name: 'a\0b' }],
    ['tags without end', { tag: { values: Array.from({ length: 101 }, () => 'a') } }],
    ['tags that are no names', { tag: { values: [7] } }],
  ])('is refused with %s', (_, wish) => {
    expect(parseDeviceList(account, wish)).toMatchObject({ ok: false })
  })
})

describe('devices by their ids', () => {
  it('are each asked for once', () => {
    expect(parseDeviceIds(['d-0000000000000001', 'x', 'd-0000000000000001'])).toEqual({
      ok: true,
      value: ['d-0000000000000001'],
    })
  })

  it('are refused when they are too many', () => {
    expect(parseDeviceIds(Array.from({ length: 1001 }, () => 'x'))).toMatchObject({ ok: false })
  })
})
