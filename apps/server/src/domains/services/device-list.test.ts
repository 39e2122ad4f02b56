import type { AccountId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { parseDeviceList } from './device-list.ts'

const account = 'a-0000000000000001' as AccountId
const plain = {
  accountId: account,
  from: 0,
  size: 50,
  name: undefined,
  isOnline: undefined,
  sort: [
    { key: 'state', isReversed: false },
    { key: 'name', isReversed: false },
  ],
  ids: undefined,
  applications: undefined,
  platforms: undefined,
  whose: 'all',
}

describe('a list of devices', () => {
  it.each([
    ['nothing said', {}, plain],
    ['a blank name', { name: '  ' }, plain],
    ['a name', { name: ' pi ' }, { ...plain, name: 'pi' }],
    ['a state', { state: 'active' }, { ...plain, isOnline: true }],
    ['the other state', { state: 'inactive' }, { ...plain, isOnline: false }],
    ['own ones', { owner: true }, { ...plain, whose: 'own' }],
    ['shared ones', { owner: false }, { ...plain, whose: 'shared' }],
    ['ids, of which one is none', { id: ['d-0000000000000001', 'x'] }, { ...plain, ids: ['d-0000000000000001'] }],
    [
      'a sort with a key twice',
      { sort: '-created, name,created' },
      {
        ...plain,
        sort: [
          { key: 'created', isReversed: true },
          { key: 'name', isReversed: false },
        ],
      },
    ],
  ])('with %s', (_, wish, request) => {
    expect(parseDeviceList(account, wish)).toEqual({ ok: true, value: request })
  })

  it.each([
    ['a page too large', { size: 1001 }],
    ['a page of less than nothing', { size: -1 }],
    ['a start before the start', { from: -1 }],
    ['a state that is none', { state: 'asleep' }],
    ['a sort key that is none', { sort: 'shoe' }],
    ['a list without end', { application: Array.from({ length: 1001 }, () => 28) }],
  ])('is refused with %s', (_, wish) => {
    expect(parseDeviceList(account, wish)).toMatchObject({ ok: false })
  })
})
