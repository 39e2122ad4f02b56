import { describe, expect, it } from 'vitest'
import { logSentence, targetName, type LogEvent } from './log-sentence.ts'

const event = (change: object): LogEvent =>
  ({ id: 'e-1', timestamp: '', state: null, action: null, actor: null, target: [], ...change }) as unknown as LogEvent

const ended = { type: 'DEVICE_CONNECT', state: 'disconnected', lifetime: 5, txBytes: '1', rxBytes: '2' }

describe('a line of the log', () => {
  it.each([
    [{ type: 'DEVICE_STATE', state: 'active' }, 'online'],
    [{ type: 'DEVICE_STATE', state: 'inactive' }, 'offline'],
    [{ type: 'DEVICE_CONNECT', state: 'connected', lifetime: null }, 'connected'],
    [{ ...ended, action: 'disconnected' }, 'disconnected'],
    [{ ...ended, action: 'idle' }, 'expired'],
    [{ ...ended, lifetime: null }, 'disconnectedPlain'],
    [{ type: 'DEVICE_REFRESH', action: 'device-registered' }, 'registered'],
    [{ type: 'DEVICE_REFRESH', action: 'service-removed' }, 'serviceRemoved'],
    [{ type: 'DEVICE_REFRESH', action: null }, undefined],
    [{ type: 'DEVICE_REFRESH', action: 'presence' }, undefined],
    [{ type: 'DEVICE_DELETE' }, 'deviceDeleted'],
    [{ type: 'AUTH_LOGIN' }, 'signedIn'],
    [{ type: 'AUTH_LOGIN_ATTEMPT' }, 'signInFailed'],
    [{ type: 'DEVICE_SHARE', action: 'add' }, 'shared'],
    [{ type: 'DEVICE_SHARE', action: 'remove' }, 'unshared'],
    [{ type: 'DEVICE_TRANSFER' }, 'transferred'],
    [{ type: 'DEVICE_REFRESH', action: 'device-tagged' }, 'tagged'],
    [{ type: 'DEVICE_REFRESH', action: 'network-changed' }, undefined],
    [{ type: 'JOB' }, 'unknown'],
  ])('%o', (change, name) => {
    expect(logSentence(event(change))?.name).toBe(name)
  })
})

describe('what it happened to', () => {
  const device = { id: 'd-1', name: 'lab-pi' }
  it.each([
    ['a device', [{ id: 'd-1', name: 'lab-pi', device }], { name: 'lab-pi' }],
    ['a service', [{ id: 's-1', name: 'SSH', device }], { name: 'SSH - lab-pi' }],
    ['something deleted that left its name', [{ id: 'd-1', name: 'lab-pi', device: null }], { name: 'lab-pi' }],
    ['something deleted that left nothing', [{ id: 'd-1', name: null, device: null }], { deletedId: 'd-1' }],
    ['nothing', [], { name: '' }],
  ])('%s', (_, target, name) => {
    expect(targetName(event({ target }))).toEqual(name)
  })
})
