import type { AccountId, DeviceId, EventId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import type { EventRecord } from '#platform/events'
import { digestMail } from './digest-mail.ts'
import {
  addToDigest,
  digestDueAtMs,
  digestItemsMax,
  digestPauseMsMax,
  digestWindowMs,
  emptyDigest,
  firstTimes,
  timesAfterMail,
} from './mail-digest.ts'

const idOf = (number: number): DeviceId => `d-${String(number).padStart(16, '0')}` as DeviceId // well-formed, for tests

const event = (device: number, number: number, state: 'active' | 'inactive'): EventRecord => ({
  accountId: 'a-0000000000000001' as AccountId, // as above
  id: `e-${String(number).padStart(16, '0')}` as EventId, // as above
  type: 'DEVICE_STATE',
  state,
  action: null,
  actorId: null,
  deviceId: idOf(device),
  targets: [{ id: idOf(device), name: `pi ${device}` }],
  data: {},
  at: new Date(Date.UTC(2026, 10, 20, 8, 0, number)).toISOString(),
})

describe('what is collected', () => {
  it.each([
    ['one change', [event(1, 1, 'inactive')], { isOnline: false, changes: 1, since: '2026-11-20T08:00:01.000Z' }],
    [
      'the newest of two',
      [event(1, 1, 'inactive'), event(1, 2, 'active')],
      { isOnline: true, changes: 2, since: '2026-11-20T08:00:02.000Z' },
    ],
    [
      'the newest, in any order',
      [event(1, 2, 'active'), event(1, 1, 'inactive')],
      { isOnline: true, changes: 2, since: '2026-11-20T08:00:02.000Z' },
    ],
  ])('%s', (_, events, item) => {
    const { items, others } = addToDigest(emptyDigest, events)
    expect(items[idOf(1)]).toMatchObject({ name: 'pi 1', ...item })
    expect(others).toBe(0)
  })

  it('is a bounded list, and a number for the rest', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => event(index, index, 'inactive'))
    const full = addToDigest(emptyDigest, many)
    expect(Object.keys(full.items)).toHaveLength(digestItemsMax)
    expect(full.others).toBe(10_000 - digestItemsMax)
    const again = addToDigest(full, [event(1, 20_000, 'active'), event(9999, 20_001, 'active')])
    expect(again.items[idOf(1)]).toMatchObject({ isOnline: true, changes: 2 })
    expect(again.others).toBe(full.others + 1)
  })
})

describe('the moment of a mail', () => {
  const now = Date.UTC(2026, 10, 20)

  it.each([
    ['the first', firstTimes, now + digestWindowMs],
    ['long after the last', { sentAtMs: now - 3_600_000, pauseMs: digestWindowMs }, now + digestWindowMs],
    ['in the pause after the last', { sentAtMs: now - 1000, pauseMs: 600_000 }, now + 599_000],
  ])('%s', (_, times, due) => {
    expect(digestDueAtMs(times, now)).toBe(due)
  })

  it.each([
    ['the first', firstTimes, digestWindowMs],
    ['soon after another', { sentAtMs: now - 60_000, pauseMs: digestWindowMs }, digestWindowMs * 2],
    ['again and again', { sentAtMs: now - digestPauseMsMax, pauseMs: digestPauseMsMax }, digestPauseMsMax],
    ['after a quiet while', { sentAtMs: now - 3_600_000, pauseMs: 600_000 }, digestWindowMs],
  ])('the pause after %s', (_, times, pauseMs) => {
    expect(timesAfterMail(times, now)).toEqual({ sentAtMs: now, pauseMs })
  })

  it('a device that flaps all day costs some two dozen mails and not thousands', () => {
    let times = firstTimes
    let mails = 0
    for (let moment = now; moment < now + 86_400_000;) {
      moment = digestDueAtMs(times, moment)
      times = timesAfterMail(times, moment)
      mails += 1
    }
    expect(mails).toBeLessThan(40)
  })
})

describe('the mail', () => {
  const mailOf = (language: 'en' | 'ja', events: EventRecord[]) =>
    digestMail({
      to: 'ada@example.org',
      language,
      digest: addToDigest(emptyDigest, events),
      publicUrl: 'https://farport.example',
      timezone: 'Asia/Tokyo',
    })

  it.each([
    ['en', '"pi 1" is offline', 'pi 1: offline since 20 Nov 2026, 17:00', 'Open the device'],
    ['ja', '「pi 1」がオフラインになりました', 'pi 1: 2026年11月20日 17:00', 'デバイスを開く'],
  ] as const)('of one device, in %s, leads to it', (language, subject, line, action) => {
    const mail = mailOf(language, [event(1, 1, 'inactive')])
    expect(mail).toMatchObject({ subject, heading: subject, action, url: `https://farport.example/devices/${idOf(1)}` })
    expect(mail?.items?.[0]?.text).toContain(line)
    expect(mail?.note).toContain('https://farport.example/settings/notifications')
  })

  it.each([
    ['en', '2 devices are offline, 1 is online', '(changed 2 times)'],
    ['ja', 'オフライン 2 台、オンライン 1 台', '（2 回変化）'],
  ] as const)('of several, in %s, has a line for each, the earliest first', (language, subject, times) => {
    const events = [event(3, 3, 'inactive'), event(1, 1, 'inactive'), event(2, 2, 'inactive'), event(2, 4, 'active')]
    const mail = mailOf(language, events)
    expect(mail).toMatchObject({ subject, url: 'https://farport.example/devices' })
    expect(mail?.items?.map((item) => item.url.slice(-1))).toEqual(['1', '3', '2'])
    expect(mail?.items?.[2]?.text).toContain(times)
  })

  it('of very many says how many are not listed', () => {
    const events = Array.from({ length: 60 }, (_, index) => event(index, index, 'inactive'))
    expect(mailOf('en', events)).toMatchObject({
      subject: '50 devices are offline',
      body: expect.stringContaining('10 more changes') as string,
    })
  })

  it('of nothing is none', () => {
    expect(mailOf('en', [])).toBeUndefined()
  })
})
