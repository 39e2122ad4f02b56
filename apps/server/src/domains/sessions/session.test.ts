import type { AccountId, ConnectionId, DeviceId, ServiceId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { sessionBegan, sessionEnded, type Session } from './session.ts'

const session: Session = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e' as ConnectionId,
  accountId: 'a-0000000000000001' as AccountId,
  deviceId: 'd-0000000000000001' as DeviceId,
  serviceId: 's-0000000000000001' as ServiceId,
  userId: 'a-0000000000000002' as AccountId,
  isProxy: true,
  route: undefined,
  initiatorPlatform: 5,
  target: { id: 's-0000000000000001', name: 'SSH' },
  beganAt: new Date(10_000),
  source: undefined,
  txBytes: '0',
  rxBytes: '0',
  streams: 0,
  path: undefined,
  health: undefined,
}

describe('a session', () => {
  it('tells who began it, and what with', () => {
    expect(sessionBegan(session)).toMatchObject({
      type: 'DEVICE_CONNECT',
      state: 'connected',
      actorId: session.userId,
      targets: [session.target],
      data: { session: session.id, platform: 5, proxy: true },
    })
  })

  it.each([
    ['in order', 25_400, 15],
    ['by a clock that stepped back', 5000, 0],
  ])('tells its figures at its end, %s', (_, at, lifetime) => {
    const used = { ...session, source: '192.0.2.1', txBytes: '9007199254740993', rxBytes: '5' }
    expect(sessionEnded(used, { end: 'idle', at: new Date(at) })).toMatchObject({
      state: 'disconnected',
      action: 'idle',
      data: { source: '192.0.2.1', txBytes: '9007199254740993', rxBytes: '5', lifetime },
    })
  })
})
