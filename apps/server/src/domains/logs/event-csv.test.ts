import type { EventRecord } from '#platform/events'
import type { AccountId, EventId } from '@farport/vocabulary'
import { expect, it } from 'vitest'
import { eventCsv } from './event-csv.ts'

const mine = 'a-0000000000000001' as AccountId // well-formed, for tests
const event = (name: string, change: Partial<EventRecord> = {}): EventRecord => ({
  accountId: mine,
  id: 'e-0000000000000001' as EventId, // likewise
  type: 'DEVICE_REFRESH',
  state: null,
  action: 'device-renamed',
  actorId: mine,
  deviceId: null,
  targets: [{ id: 'd-0000000000000001', name }],
  data: {},
  at: '2026-11-20T08:00:00.000Z',
  ...change,
})
const line = (events: EventRecord[]) => eventCsv(events, () => 'me@example.org').split('\r\n')[1]

it.each([
  ['plain', 'lab-pi', 'lab-pi'],
  ['with a comma', 'lab, pi', '"lab, pi"'],
  ['with quotes', 'the "pi"', '"the ""pi"""'],
  ['with a line break', 'lab\npi', '"lab\npi"'],
  ['that a spreadsheet would run', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['that begins with a sign', '@home', "'@home"],
  ['in Japanese', '実験室', '実験室'],
])('a name %s', (_, name, cell) => {
  expect(line([event(name)])).toBe(
    `2026-11-20T08:00:00.000Z,DEVICE_REFRESH,,device-renamed,me@example.org,${cell},d-0000000000000001,,`,
  )
})

it('names those whom it concerns, and accounts that are gone by their id', () => {
  const shared = event('pi', { data: { users: [mine, 'a-0000000000000009'] } })
  const csv = eventCsv([shared], (id) => (id === mine ? 'me@example.org' : undefined))
  expect(csv.split('\r\n')[1]).toContain('"me@example.org, a-0000000000000009"')
})
