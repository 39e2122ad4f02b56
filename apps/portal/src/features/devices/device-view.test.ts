import { describe, expect, it } from 'vitest'
import type { DeviceQuery } from '#graphql'
import { deviceLanding, deviceView } from './device-view.ts'

const answer = (...devices: { id: string }[]) => ({ login: { account: { device: devices } } }) as unknown as DeviceQuery

describe('the page of a device', () => {
  it.each([
    ['before the answer', undefined, false, false, { kind: 'loading' }],
    ['when the answer is a failure', undefined, true, true, { kind: 'failed' }],
    ['of a device that is not there', answer(), true, false, { kind: 'missing' }],
    ['while an empty answer is being checked', answer(), false, false, { kind: 'loading' }],
    ['of a device', answer({ id: 'd-1' }), true, false, { kind: 'device', device: { id: 'd-1' } }],
    [
      'of a device, when asking again fails',
      answer({ id: 'd-1' }),
      true,
      true,
      { kind: 'device', device: { id: 'd-1' } },
    ],
  ])('%s', (_, data, isSettled, hasError, view) => {
    expect(deviceView(data, isSettled, hasError)).toEqual(view)
  })
})

describe('the bare address of a device', () => {
  const services = [{ id: 's-1' }, { id: 's-2' }]
  it.each([
    ['that is active', { state: 'active', services }, '/devices/d-1/s-1/connect'],
    ['that is active and has no service', { state: 'active', services: [] }, '/devices/d-1/details'],
    ['that is inactive', { state: 'inactive', services }, '/devices/d-1/details'],
  ])('%s', (_, device, path) => {
    expect(deviceLanding({ id: 'd-1', ...device })).toBe(path)
  })
})
