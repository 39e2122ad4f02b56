import { describe, expect, it } from 'vitest'
import { deviceStatus, recentChange, type DeviceFacts } from './device-status.ts'

const used = { connections: [{ session: {} }] }
const ready = { connections: [{ session: null }] }
const unused = { connections: [] }

describe('the status of a device', () => {
  const online: DeviceFacts = { state: 'active', license: 'LICENSED', services: [unused] }

  it.each([
    ['online', online, 'online'],
    ['without a license, whatever else', { ...online, license: 'UNLICENSED', services: [used] }, 'unlicensed'],
    ['offline, even with a connection left over', { ...online, state: 'inactive', services: [used] }, 'offline'],
    ['with a session', { ...online, services: [unused, used, ready] }, 'connected'],
    ['with an open port that nobody uses', { ...online, services: [unused, ready] }, 'idle'],
    ['without services', { ...online, services: [] }, 'online'],
    ['in a state that we do not know', { ...online, state: 'restarting' }, 'unknown'],
  ])('%s', (_, device, status) => {
    expect(deviceStatus(device)).toBe(status)
  })
})

describe('the badge of a recent change', () => {
  const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
  const endpoint = { onlineSince: '2026-11-20T09:31:00.000Z', offlineSince: '2026-11-20T09:10:00.000Z' }

  it.each([
    ['came online 29 minutes ago', endpoint, 'active', 'online'],
    ['went offline 50 minutes ago', endpoint, 'inactive', undefined],
    ['came online half an hour ago', { ...endpoint, onlineSince: '2026-11-20T09:30:00.000Z' }, 'active', undefined],
    ['was never there', null, 'inactive', undefined],
  ])('%s', (_, at, state, kind) => {
    expect(recentChange(at, state, nowMs)?.kind).toBe(kind)
  })
})
