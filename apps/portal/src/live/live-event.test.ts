import { describe, expect, it } from 'vitest'
import { listsTouchedBy, orderOf, registeredDevice, type LiveEvent } from './live-event.ts'

const event = (change: object = {}, device: object = {}): LiveEvent =>
  ({
    type: 'DEVICE_STATE',
    state: 'active',
    timestamp: '2026-11-20T10:00:30.000Z',
    target: [
      {
        id: 'd-1',
        device: { id: 'd-1', name: 'lab-pi', created: '2026-11-20T10:00:00.000Z', owner: { id: 'a-1' }, ...device },
      },
    ],
    ...change,
  }) as unknown as LiveEvent

describe('a newly registered device', () => {
  it.each([
    ['comes online within a minute', event(), true],
    ['comes online later', event({ timestamp: '2026-11-20T10:01:01.000Z' }), false],
    ['goes offline', event({ state: 'inactive' }), false],
    ['is renamed', event({ type: 'DEVICE_REFRESH' }), false],
    ['belongs to somebody else', event({}, { owner: { id: 'a-2' } }), false],
    ['is gone already', event({ target: [{ id: 'd-1', device: null }] }), false],
  ])('%s', (_, happened, isRegistered) => {
    expect(registeredDevice(happened, 'a-1')?.name).toBe(isRegistered ? 'lab-pi' : undefined)
  })
})

describe('an event', () => {
  it('of a device touches the device lists, one of a session the sessions', () => {
    expect(listsTouchedBy({ type: 'DEVICE_DELETE' })).toContain('DeviceCount')
    expect(listsTouchedBy({ type: 'DEVICE_CONNECT' })).toEqual(['Sessions'])
    expect(listsTouchedBy({ type: 'AUTH_LOGIN' })).toEqual([])
  })

  it.each([
    [
      'in order',
      { timestamp: '1970-01-01T00:00:00.005Z', target: [{ id: 'd-1' }, { id: 7 }] },
      { targetIds: ['d-1'], timestampMs: 5 },
    ],
    ['without a moment', { target: [] }, undefined],
    ['with nonsense for a moment', { timestamp: 'soon', target: [] }, undefined],
    ['that is none', null, undefined],
  ])('%s', (_, raw, order) => {
    expect(orderOf(raw)).toEqual(order)
  })
})
