import { describe, expect, it } from 'vitest'
import { connectButtonView, type ConnectFacts } from './connect-button.ts'

const no = { allowed: false, reason: 'No.' }

describe('the connect button', () => {
  const online: ConnectFacts = {
    state: 'online',
    hasPermission: true,
    canConnect: { allowed: true, reason: null },
    isEnabled: true,
    isPublic: true,
    isBeingRemoved: false,
  }

  it.each([
    ['of a service that can be used', {}, 'connect', 'connect'],
    ['after a press', { state: 'connecting' }, 'connecting', 'nothing'],
    ['while the port opens', { state: 'starting' }, 'starting', 'nothing'],
    ['of an open port that nobody uses', { state: 'ready' }, 'stop', 'disconnect'],
    ['of a public connection', { state: 'connected' }, 'stop', 'disconnect'],
    ['of a connection of this computer', { state: 'connected', isPublic: false }, 'disconnect', 'disconnect'],
    ['while it disconnects', { state: 'disconnecting' }, 'disconnecting', 'nothing'],
    ['while it stops', { state: 'stopping' }, 'stopping', 'nothing'],
    ['while the service is removed', { state: 'stopping', isBeingRemoved: true }, 'removing', 'nothing'],
    ['of a device that is offline', { state: 'offline' }, 'offline', 'nothing'],
    ['of a device that is offline, as the server says it', { state: 'offline', canConnect: no }, 'offline', 'nothing'],
    ['without the permission', { hasPermission: false, canConnect: no }, 'unauthorized', 'nothing'],
    ['without the permission, offline', { state: 'offline', hasPermission: false }, 'unauthorized', 'nothing'],
    ['of what the server refuses just now', { canConnect: no }, 'connect', 'nothing'],
    [
      'of a connection that is open, whatever the server would say to another',
      { state: 'connected', canConnect: no },
      'stop',
      'disconnect',
    ],
  ] as const)('%s', (_, change, label, press) => {
    expect(connectButtonView({ ...online, ...change })).toMatchObject({ label: `connections.button.${label}`, press })
  })

  it('shows a spinner exactly while something is under way', () => {
    const states = ['starting', 'connecting', 'disconnecting', 'stopping'] as const
    for (const state of states) expect(connectButtonView({ ...online, state }).isBusy).toBe(true)
    for (const state of ['online', 'ready', 'connected', 'offline'] as const)
      expect(connectButtonView({ ...online, state }).isBusy).toBe(false)
  })

  it.each([
    ['offline', { state: 'offline' }, { key: 'connections.offlineReason' }],
    ['disabled', { state: 'offline', isEnabled: false }, { key: 'connections.disabledReason' }],
    ['offline, in the words of the server', { state: 'offline', canConnect: no }, { text: 'No.' }],
    ['forbidden, in the words of the server', { hasPermission: false, canConnect: no }, { text: 'No.' }],
    ['forbidden, in our words', { hasPermission: false }, { key: 'connections.unauthorizedReason' }],
  ] as const)('says why when it is %s', (_, change, refusal) => {
    expect(connectButtonView({ ...online, ...change }).refusal).toEqual(refusal)
  })
})
