import type { AccountId, DeviceId, EventId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import {
  deliveryAgeMsMax,
  deliveryAttemptsMax,
  failingMsMax,
  failuresMax,
  fateOf,
  healthAfter,
  healthy,
  isBeyondHope,
  pauseMsAfter,
  retryDelayMs,
  webhookBody,
  webhookText,
} from './webhook.ts'

const nowMs = Date.UTC(2026, 10, 20)
const at = { nowMs, random: () => 1 }

it('the body has the words of the contract, in their order', () => {
  const body = webhookBody(
    {
      accountId: 'a-0000000000000001' as AccountId, // well-formed, for tests
      id: 'e-0000000000000001' as EventId, // likewise
      type: 'DEVICE_STATE',
      state: 'inactive',
      action: null,
      actorId: null,
      deviceId: 'd-0000000000000001' as DeviceId, // likewise
      targets: [{ id: 'd-0000000000000001', name: '実験室' }],
      data: {},
      at: '2026-11-20T08:00:00.000Z',
    },
    'ada@example.org',
  )
  expect(webhookText(body)).toBe(
    '{"Address":"d-0000000000000001","Device":"実験室","Email":"ada@example.org","Name":"実験室","State":"inactive","Time":"2026-11-20T08:00:00.000Z","Type":"DEVICE_STATE"}',
  )
})

describe('what becomes of a message', () => {
  it.each([
    ['it arrived', true, 1, nowMs, { state: 'delivered' }],
    ['its first attempt failed', false, 1, nowMs, { state: 'waiting', dueAtMs: nowMs + 20_000 }],
    ['its third attempt failed', false, 3, nowMs, { state: 'waiting', dueAtMs: nowMs + 80_000 }],
    ['its last attempt failed', false, deliveryAttemptsMax, nowMs, { state: 'failed' }],
    ['it is a day old', false, 1, nowMs - deliveryAgeMsMax, { state: 'failed' }],
  ] as const)('%s', (_, hasArrived, attempts, createdAtMs, fate) => {
    expect(fateOf(hasArrived, { attempts, createdAtMs }, at)).toEqual(fate)
  })

  it('its attempts are spread over some hours, and shaken', () => {
    const waits = Array.from({ length: deliveryAttemptsMax - 1 }, (_, index) => retryDelayMs(index + 1, () => 1))
    const allMs = waits.reduce((sum, ms) => sum + ms, 0)
    expect(allMs).toBeGreaterThan(2 * 3_600_000)
    expect(allMs).toBeLessThan(deliveryAgeMsMax)
    expect(retryDelayMs(2, () => 0)).toBe(retryDelayMs(2, () => 1) / 2)
  })
})

describe('a webhook', () => {
  const failing = { failingSinceMs: nowMs - 1000, failures: 3 }

  it.each([
    ['that took one is well', failing, true, healthy],
    ['that took none begins to fail', healthy, false, { failingSinceMs: nowMs, failures: 1 }],
    ['that still takes none has failed since it began', failing, false, { ...failing, failures: 4 }],
  ])('%s', (_, health, hasOneArrived, after) => {
    expect(healthAfter(health, { hasOneArrived, nowMs })).toEqual(after)
  })

  it.each([
    ['well', healthy, false],
    ['failing for three days, often tried', { failingSinceMs: nowMs - failingMsMax, failures: failuresMax }, true],
    ['failing for less', { failingSinceMs: nowMs - failingMsMax + 1, failures: 1000 }, false],
    ['hardly tried', { failingSinceMs: 0, failures: failuresMax - 1 }, false],
  ])('%s: beyond hope is %s', (_, health, isHopeless) => {
    expect(isBeyondHope(health, nowMs)).toBe(isHopeless)
  })

  it('that takes nothing is tried at growing intervals', () => {
    expect([1, 2, 3, 20].map((failures) => pauseMsAfter(failures, () => 1))).toEqual([
      15_000, 30_000, 60_000, 1_800_000,
    ])
  })
})
